alter table event_schedules add event_end_at timestamptz;
update event_schedules set event_end_at = event_start_at + interval '3 hours';
alter table event_schedules
    alter event_end_at set not null,
    add constraint chk_schedules_end check (event_end_at > event_start_at);

-- What each context that must know a schedule was told of it, and what it says it has. Whatever is
-- missing there is told again. Everything is decided by the row alone, so that an answer that
-- crosses the next telling does not count for it.
create table schedule_hearers (
    event_schedule_id       uuid        not null references event_schedules (id) on delete cascade,
    hearer                  varchar(20) not null check (hearer in ('RESERVATION', 'QUEUE')),
    told_version            int         not null default 0,
    told_inventory_version  int         not null default 0,
    told_cancelled          boolean     not null default false,
    heard_version           int         not null default 0,
    heard_inventory_version int         not null default 0,
    heard_cancelled         boolean     not null default false,
    missing                 boolean     not null generated always as (
        case when told_cancelled then not heard_cancelled
             else heard_version < told_version or heard_inventory_version < told_inventory_version
        end) stored,
    tellings                int         not null default 1,
    tell_again_at           timestamptz not null,
    primary key (event_schedule_id, hearer)
);

create index idx_hearers_missing on schedule_hearers (tell_again_at) where missing;

-- Those that are over need nobody; of the others nobody has said anything yet.
insert into schedule_hearers
    (event_schedule_id, hearer, told_version, told_inventory_version, told_cancelled, tell_again_at)
select s.id, h.hearer, s.version, s.inventory_version, s.status = 'CANCELLED', now()
from event_schedules s, (values ('RESERVATION'), ('QUEUE')) h (hearer)
where s.published and s.event_start_at > now();
