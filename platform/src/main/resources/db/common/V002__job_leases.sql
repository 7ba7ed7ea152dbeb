-- Periodic work that several nodes share: the row decides who runs a job and when it is due. All
-- times are the database's. Fenced like messages: a role sees and writes only its own jobs.
create table job_leases (
    service     name         not null default current_user,
    job         varchar(60)  not null,
    run_id      uuid         not null, -- of the run that has or had the lease
    lease_until timestamptz  not null, -- nobody else may run before
    due_at      timestamptz  not null, -- nobody needs to run before
    started_at  timestamptz  not null,
    failures    int          not null default 0, -- runs in a row that threw
    primary key (service, job)
);

alter table job_leases enable row level security;

create policy own_rows on job_leases using (service = current_user) with check (service = current_user);
