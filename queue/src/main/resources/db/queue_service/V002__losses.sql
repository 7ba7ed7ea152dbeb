-- The epoch whose line may have given numbers. One that was begun and never opened is used again, so
-- that a Redis that dies again and again does not use the epochs up.
alter table queues add opened_epoch int not null default 0;
update queues set opened_epoch = epoch;

-- How many waited or were called when somebody looked last: so many are expected back after a loss.
create table line_counts (
    schedule_id uuid primary key references queues,
    waiting     int  not null
);

-- What Redis lost, for operators: the epoch that followed, why, and when.
create table losses (
    schedule_id uuid        not null references queues,
    epoch       int         not null,
    cause       varchar(20) not null check (cause in ('EMPTY', 'OTHER_PROCESS', 'INTERRUPTED')),
    noticed_at  timestamptz not null default now(),
    opened_at   timestamptz,
    expected    int, -- null: not known
    primary key (schedule_id, epoch)
);
