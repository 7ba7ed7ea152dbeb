-- A fan may remove a cancelled entry from the list; null: shown.
alter table reservations add removed_at timestamptz;
create index idx_reservations_cancelled on reservations (cancelled_at) where status = 'CANCELLED';

-- Cancelled reservations with their seats, tickets and scans, when their time on the list is over.
-- The columns are what they are looked up by; the document has the rows as they were, without the
-- codes of the tickets.
create table archived_reservations (
    id            uuid        primary key,
    number        varchar(30) not null unique,
    user_id       uuid        not null,
    schedule_id   uuid        not null,
    payment_id    uuid,
    cancel_reason varchar(30),
    cancelled_at  timestamptz not null,
    archived_at   timestamptz not null default now(),
    document      jsonb       not null
);

create index idx_archived_reservations_user on archived_reservations (user_id);
create index idx_archived_reservations_schedule on archived_reservations (schedule_id);
create index idx_archived_reservations_payment on archived_reservations (payment_id)
    where payment_id is not null;
create index idx_archived_reservations_unpaid on archived_reservations (cancelled_at)
    where payment_id is null;

-- Everything that ever was, for whoever compares the books.
create view all_reservations as
select * from reservations
union all
select r.* from archived_reservations a
cross join lateral jsonb_populate_record(null::reservations, a.document -> 'reservation') r;

create view all_reservation_seats as
select * from reservation_seats
union all
select s.* from archived_reservations a
cross join lateral jsonb_populate_recordset(null::reservation_seats, a.document -> 'seats') s;
