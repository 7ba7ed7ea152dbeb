-- What operators see of a job: how its last run went, and how much was left for the next.
alter table job_leases
    add column every_ms     bigint,      -- the interval
    add column ended_at     timestamptz, -- of the last run
    add column succeeded_at timestamptz, -- of the last run that did not throw
    add column took_ms      bigint,      -- how long the last run took
    add column last_error   text,        -- the types of the last failure, null after a success
    add column backlog      bigint;      -- rows that wait for it; null if it counts none
