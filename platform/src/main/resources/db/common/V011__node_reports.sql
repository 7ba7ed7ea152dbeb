-- What each process of the platform says of itself, about once a second. Nothing is lost with it:
-- the next report is a second away, so the table is not logged.
create unlogged table node_reports (
    node    uuid        primary key,
    service name        not null default current_user, -- the role that writes for the node
    at      timestamptz not null default now(),
    report  text        not null check (length(report) <= 400000)
) with (fillfactor = 50);

alter table node_reports enable row level security;
create policy own_rows on node_reports using (service = current_user) with check (service = current_user);
create policy read_by_ops on node_reports for select using (current_user = 'ops_svc_user');
