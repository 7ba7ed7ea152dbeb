-- What was brought in from elsewhere. Every row that an import makes has its id, so that an import
-- can be undone, and the key that the row had where it comes from, so that none comes twice.
create table imports (
    id             uuid         primary key,
    source         varchar(40)  not null,
    executed_at    timestamptz  not null default now(),
    rolled_back_at timestamptz
);

alter table venues add import_id uuid references imports (id), add import_key varchar(300);
alter table halls add import_id uuid references imports (id), add import_key varchar(300);
alter table events add import_id uuid references imports (id), add import_key varchar(300);
alter table event_schedules add import_id uuid references imports (id), add import_key varchar(300);

create unique index uk_venues_import on venues (import_key) where import_key is not null and deleted_at is null;
create unique index uk_halls_import on halls (import_key) where import_key is not null and deleted_at is null;
create unique index uk_events_import on events (import_key) where import_key is not null and deleted_at is null;
create unique index uk_schedules_import on event_schedules (import_key) where import_key is not null and deleted_at is null;
