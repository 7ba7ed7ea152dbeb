-- The last result of each integrity check.
create table integrity_results (
    check_name  varchar(60) primary key,
    found       int         not null check (found >= 0),
    sample      text[]      not null default '{}',
    problem     varchar(500), -- why it could not look
    took_millis bigint      not null,
    ran_at      timestamptz not null default now(),
    repaired    int,
    repaired_at timestamptz
);

-- Nights in which all of them have run.
create table integrity_nights (
    day         date        primary key,
    finished_at timestamptz not null default now()
);
