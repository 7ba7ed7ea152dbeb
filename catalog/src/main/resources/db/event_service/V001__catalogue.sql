-- Venues, halls, events, schedules, seats. Nothing is deleted: what is gone has deleted_at.
create table venues (
    id         uuid         primary key,
    name       varchar(200) not null,
    address    varchar(500) not null,
    city       varchar(100) not null,
    venue_type varchar(40)  not null,
    created_at timestamptz  not null default now(),
    updated_at timestamptz  not null default now(),
    deleted_at timestamptz
);

create index idx_venues_city on venues (city);
create index idx_venues_name on venues using gin (lower(name) common.gin_trgm_ops);

create table halls (
    id            uuid         primary key,
    venue_id      uuid         not null references venues (id) on delete restrict,
    name          varchar(200) not null,
    capacity      int          not null,
    seat_template jsonb        not null, -- as the organiser gave it; new schedules are made from it
    created_at    timestamptz  not null default now(),
    updated_at    timestamptz  not null default now(),
    deleted_at    timestamptz,
    constraint chk_halls_capacity check (capacity > 0),
    constraint uk_halls_venue unique (id, venue_id)
);

create unique index uk_halls_venue_name on halls (venue_id, name) where deleted_at is null;

create table events (
    id                   uuid         primary key,
    title                varchar(300) not null,
    artist               varchar(200) not null,
    description          varchar(20000) not null,
    venue_id             uuid         not null,
    hall_id              uuid         not null,
    starts_on            date         not null,
    ends_on              date         not null,
    status               varchar(20)  not null default 'PREPARING',
    active               boolean      not null default true, -- false hides it from fans
    poster_url           varchar(1000) not null,
    has_op_seats         boolean      not null,
    hold_seconds         int          not null default 300,
    seats_per_person_max int          not null default 4,
    cast_members         jsonb        not null default '{}', -- role to names
    search_text          text         not null generated always as (lower(title || ' ' || artist)) stored,
    created_at           timestamptz  not null default now(),
    updated_at           timestamptz  not null default now(),
    cancelled_at         timestamptz,
    deleted_at           timestamptz,
    constraint fk_events_hall foreign key (hall_id, venue_id) references halls (id, venue_id) on delete restrict,
    constraint chk_events_status check (status in ('PREPARING', 'OPEN', 'ENDED', 'CANCELLED')),
    constraint chk_events_dates check (starts_on <= ends_on),
    constraint chk_events_hold check (hold_seconds between 60 and 3600),
    constraint chk_events_per_person check (seats_per_person_max between 1 and 100)
);

create index idx_events_status on events (status, starts_on) where deleted_at is null;
create index idx_events_venue on events (venue_id);
create index idx_events_hall on events (hall_id);
create index idx_events_artist on events (lower(artist));
create index idx_events_search on events using gin (search_text common.gin_trgm_ops);

-- The one place where a price stands.
create table event_grades (
    event_id    uuid          not null references events (id) on delete cascade,
    code        varchar(20)   not null,
    price       numeric(10,0) not null,
    color       varchar(7)    not null,
    description varchar(500)  not null,
    sort_order  int           not null,
    primary key (event_id, code),
    constraint chk_grades_price check (price >= 0)
);

create table event_schedules (
    id                uuid        primary key,
    event_id          uuid        not null references events (id) on delete cascade,
    play_sequence     int         not null,
    event_start_at    timestamptz not null,
    sale_start_at     timestamptz not null,
    sale_end_at       timestamptz not null,
    status            varchar(20) not null default 'UPCOMING', -- but for CANCELLED, the times are the truth
    casting           jsonb       not null default '{}',
    queued            boolean     not null,
    total_seats       int         not null,
    version           int         not null default 1, -- of what SchedulePublished tells
    inventory_version int         not null default 1,
    published         boolean     not null default false, -- whether others have been told of it
    created_at        timestamptz not null default now(),
    updated_at        timestamptz not null default now(),
    cancelled_at      timestamptz,
    cancel_reason     varchar(500),
    deleted_at        timestamptz,
    constraint chk_schedules_status check (status in ('UPCOMING', 'ONGOING', 'ENDED', 'CANCELLED')),
    constraint chk_schedules_sale check (sale_start_at < sale_end_at),
    constraint chk_schedules_start check (sale_start_at < event_start_at),
    constraint chk_schedules_sequence check (play_sequence > 0),
    constraint chk_schedules_seats check (total_seats > 0)
);

create unique index uk_schedules_event_seq on event_schedules (event_id, play_sequence) where deleted_at is null;
create index idx_schedules_event_date on event_schedules (event_id, event_start_at);
-- what the clock has to move on
create index idx_schedules_upcoming on event_schedules (sale_start_at) where status = 'UPCOMING';
create index idx_schedules_ongoing on event_schedules (sale_end_at) where status = 'ONGOING';

-- The layout as fans get it, made with the seats and never changed.
create table schedule_layouts (
    event_schedule_id uuid        primary key references event_schedules (id) on delete cascade,
    hash              varchar(64) not null,
    json_gzip         bytea       not null
);

-- How many places of each grade there are, counted once.
create table schedule_grades (
    event_schedule_id uuid        not null references event_schedules (id) on delete cascade,
    grade             varchar(20) not null,
    total             int         not null check (total > 0),
    primary key (event_schedule_id, grade)
);

-- Fifty thousand at once: one index, and another that is empty until seats are sold.
create table seats (
    event_schedule_id uuid         not null references event_schedules (id) on delete cascade,
    ordinal           int          not null,
    id                uuid         not null, -- computed from the two
    floor             varchar(20)  not null,
    section           varchar(20)  not null,
    row_label         varchar(20)  not null,
    seat_number       varchar(20)  not null,
    zone              varchar(20)  not null, -- empty for a seat
    grade             varchar(20)  not null,
    accessible        boolean      not null,
    view_restricted   boolean      not null,
    status            varchar(20)  not null default 'AVAILABLE',
    reservation_id    uuid, -- whose it is while SOLD
    updated_at        timestamptz  not null default now(),
    primary key (event_schedule_id, ordinal),
    constraint chk_seats_ordinal check (ordinal >= 0),
    constraint chk_seats_status check (status in ('AVAILABLE', 'SOLD')),
    constraint chk_seats_owner check ((status = 'SOLD') = (reservation_id is not null))
);

create index idx_seats_sold on seats (event_schedule_id, grade) where status = 'SOLD';

-- What reservations have told of a seat. A seat is sold while one confirmation has no cancellation
-- beside it; so messages may come twice and in any order and the result is the same.
create table seat_sales (
    event_schedule_id uuid not null,
    ordinal           int  not null,
    reservation_id    uuid not null,
    confirmed_at      timestamptz,
    cancelled_at      timestamptz,
    primary key (event_schedule_id, ordinal, reservation_id),
    foreign key (event_schedule_id, ordinal) references seats on delete cascade,
    constraint chk_sales_told check (confirmed_at is not null or cancelled_at is not null)
);

-- One row, once the demo data are there.
create table demo_data (
    only_one   boolean     primary key default true check (only_one),
    created_at timestamptz not null default now()
);
