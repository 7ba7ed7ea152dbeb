-- What is sold, as the catalogue told it. The newest version of each part counts.
create table schedules (
    id                    uuid         primary key,
    event_id              uuid         not null,
    version               int          not null,
    title                 varchar(300) not null,
    venue                 varchar(200) not null,
    hall                  varchar(200) not null,
    poster_url            varchar(1000) not null,
    starts_at             timestamptz  not null,
    sale_opens_at         timestamptz  not null,
    sale_closes_at        timestamptz  not null,
    queued                boolean      not null,
    hold_seconds          int          not null check (hold_seconds > 0),
    seats_per_person_max  int          not null check (seats_per_person_max > 0)
);

create table schedule_grades (
    schedule_id uuid           not null references schedules on delete cascade,
    code        varchar(20)    not null,
    price       numeric(10, 0) not null check (price >= 0),
    primary key (schedule_id, code)
);

-- Shows that do not take place; may be known before the schedule is.
create table cancelled_schedules (
    schedule_id  uuid        primary key,
    cancelled_at timestamptz not null
);

-- The inventory that is on sale: complete, its hash checked. No row, no sale.
create table inventories (
    schedule_id uuid primary key,
    version     int  not null,
    seat_count  int  not null
);

create table seats (
    schedule_id uuid        not null,
    ordinal     int         not null,
    grade       varchar(20) not null,
    floor       varchar(50) not null,
    section     varchar(50) not null,
    row_name    varchar(50) not null,
    number      varchar(50) not null,
    zone        varchar(50) not null,
    primary key (schedule_id, ordinal)
);

create index idx_seats_zone on seats (schedule_id, zone, ordinal) where zone <> '';

-- What has come of an inventory that is not complete yet.
create table arriving_inventories (
    schedule_id uuid        not null,
    version     int         not null,
    seat_count  int         not null,
    hash        varchar(64) not null,
    primary key (schedule_id, version)
);

create table arriving_seats (
    schedule_id uuid        not null,
    version     int         not null,
    ordinal     int         not null,
    grade       varchar(20) not null,
    floor       varchar(50) not null,
    section     varchar(50) not null,
    row_name    varchar(50) not null,
    number      varchar(50) not null,
    zone        varchar(50) not null,
    primary key (schedule_id, version, ordinal)
);

-- A fan's seats, from the hold to the ticket. Title, venue and so on are copied, so that history
-- needs one query and does not change when the catalogue does.
create sequence reservation_numbers;

create table reservations (
    id               uuid           primary key,
    number           varchar(30)    not null unique,
    user_id          uuid           not null,
    person_id        varchar(100)   not null,
    schedule_id      uuid           not null,
    status           varchar(20)    not null
        check (status in ('PENDING', 'CONFIRMED', 'CANCELLED', 'DR_RECOVERED', 'DR_RESERVED')),
    total_amount     numeric(10, 0) not null check (total_amount >= 0),
    counted          int            not null check (counted >= 0), -- of the person's seats
    hold_expires_at  timestamptz    not null,
    extensions       int            not null default 0,
    -- the request that made it: repeated, it finds this row
    idempotency_key  varchar(100)   not null,
    request_hash     bytea          not null,
    admission_id     uuid, -- by which the waiting room let the fan in
    -- the one order: seats are frozen and nothing expires while it is open
    order_id         uuid           unique,
    checked_out_at   timestamptz,
    close_asked_at   timestamptz,
    close_reason     varchar(30),
    order_closed_at  timestamptz, -- payment's verdict: not paid
    payment_id       uuid,
    confirmed_at     timestamptz,
    cancelled_at     timestamptz,
    cancel_reason    varchar(30),
    -- false: seats are free already, but the person's count and the message are still to come
    settled          boolean        not null default true,
    title            varchar(300)   not null,
    venue            varchar(200)   not null,
    hall             varchar(200)   not null,
    poster_url       varchar(1000)  not null,
    starts_at        timestamptz    not null,
    source_region    varchar(30)    not null default 'main',
    created_at       timestamptz    not null default now(),
    updated_at       timestamptz    not null default now(),
    constraint uq_reservations_request unique (user_id, idempotency_key),
    check ((status = 'CANCELLED') = (cancelled_at is not null)),
    check (settled or status = 'CANCELLED'),
    check (status <> 'CONFIRMED' or (order_id is not null and payment_id is not null)),
    -- seats whose order is open are freed by its verdict alone
    constraint ck_reservations_verdict check (
        status <> 'CANCELLED' or order_id is null
        or payment_id is not null or order_closed_at is not null)
);

create index idx_reservations_user on reservations (user_id, created_at desc);
create index idx_reservations_schedule on reservations (schedule_id, status);
create index idx_reservations_admission on reservations (admission_id) where admission_id is not null;
create index idx_reservations_expiry on reservations (hold_expires_at) where status = 'PENDING';
create index idx_reservations_unsettled on reservations (id) where not settled;

create table reservation_seats (
    reservation_id uuid           not null references reservations,
    schedule_id    uuid           not null,
    ordinal        int            not null,
    seat_id        uuid           not null,
    seat_number    varchar(200)   not null,
    grade          varchar(20)    not null,
    price          numeric(10, 0) not null,
    zone           varchar(50)    not null,
    active         boolean        not null default true,
    primary key (reservation_id, ordinal)
);

-- The promise: at most one reservation has a seat.
create unique index uq_reservation_seats_active on reservation_seats (schedule_id, ordinal) where active;

-- How many seats a person has for a schedule, over all reservations that have seats.
create table person_seats (
    schedule_id uuid         not null,
    person_id   varchar(100) not null,
    n           int          not null check (n >= 0),
    n_max       int          not null,
    primary key (schedule_id, person_id),
    constraint ck_person_seats_limit check (n <= n_max)
);

create table tickets (
    reservation_id uuid        not null,
    ordinal        int         not null,
    number         varchar(40) not null unique,
    code           varchar(160) not null unique,
    issued_at      timestamptz not null default now(),
    void_at        timestamptz,
    primary key (reservation_id, ordinal),
    foreign key (reservation_id, ordinal) references reservation_seats
);
