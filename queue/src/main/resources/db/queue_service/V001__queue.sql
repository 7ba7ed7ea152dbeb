-- What is sold and when, as the catalogue told it. The newest version counts.
create table schedules (
    id             uuid         primary key,
    version        int          not null,
    title          varchar(300) not null,
    sale_opens_at  timestamptz  not null,
    sale_closes_at timestamptz  not null,
    queued         boolean      not null
);

-- Shows that do not take place; may be known before the schedule is.
create table cancelled_schedules (
    schedule_id  uuid        primary key,
    cancelled_at timestamptz not null
);

-- How many seats there are and how many are sold; may be known before the schedule is.
create table stocks (
    schedule_id uuid primary key,
    version     int  not null default 0,
    seats       int  not null default 0,
    sold        int  not null default 0
);

-- A waiting room: what operators set, and the epoch of its numbers. Every loss of Redis starts a new
-- epoch; a number is epoch * 2^40 + counter, which a double holds exactly.
create table queues (
    schedule_id      uuid    primary key references schedules,
    epoch            int     not null default 0 check (epoch between 0 and 8191),
    admit_per_second int     not null default 10 check (admit_per_second between 1 and 10000),
    max_active       int     not null default 1000 check (max_active between 0 and 1000000),
    capacity         int     not null default 50000 check (capacity between 0 and 1000000),
    paused           boolean not null default false,
    draining         boolean not null default false,
    sold_out         boolean not null default false,
    -- grows with everything Redis must be told: the newest counts there
    settings_version int     not null default 1,
    cleaned_at       timestamptz -- when Redis was told to forget it
);

-- An admission that was taken up: the truth for who is inside. Committed before the fan gets a
-- token; ended here before Redis hears of it.
create table claims (
    id              uuid        primary key, -- the admission that entry tokens name
    schedule_id     uuid        not null references queues,
    user_id         uuid        not null,
    person          uuid        not null,
    place           bigint      not null check (place > 0),
    claimed_at      timestamptz not null default now(),
    expires_at      timestamptz not null,
    extensions      int         not null default 0 check (extensions between 0 and 2),
    released_at     timestamptz,
    released_reason varchar(20) check (released_reason in ('PAID', 'LEFT', 'EXPIRED')),
    check ((released_at is null) = (released_reason is null)),
    -- a number lets in once, whatever is lost
    constraint uq_claims_place unique (schedule_id, place)
);

create unique index uq_claims_user on claims (schedule_id, user_id) where released_at is null;
create index idx_claims_active on claims (expires_at) where released_at is null;

-- Who has left: they do not come back with an old receipt after a loss.
create table leaves (
    schedule_id uuid        not null,
    place       bigint      not null,
    user_id     uuid        not null,
    left_at     timestamptz not null default now(),
    primary key (schedule_id, place)
);
