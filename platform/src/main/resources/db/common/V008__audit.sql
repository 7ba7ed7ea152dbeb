-- What organisers, operators and administrators did. A context inserts its entries in the
-- transaction of the change and can neither read nor change them; ops takes them from there and
-- appends them to the chain. The tables belong to the administrator, because an owner cannot be
-- denied anything; Bootstrap takes back what it grants on all other tables.
create table audit_entries (
    id          bigint generated always as identity primary key,
    service     name         not null default current_user,
    at          timestamptz  not null default clock_timestamp(),
    actor_id    uuid         not null,
    actor_roles varchar(100) not null,
    address     varchar(45)  not null,
    trace_id    varchar(64)  not null,
    action      varchar(60)  not null,
    subject     varchar(100) not null,
    before_json text,
    after_json  text,
    constraint chk_entries_size check (length(before_json) <= 40000 and length(after_json) <= 40000)
);

alter table audit_entries enable row level security;
create policy own_rows on audit_entries for insert with check (service = current_user);
create policy moved_by_ops on audit_entries for select using (current_user = 'ops_svc_user');
create policy removed_by_ops on audit_entries for delete using (current_user = 'ops_svc_user');

-- The chain. Each row's mac covers the row and the mac before it, by a key that the database has not.
create table audit (
    seq         bigint       primary key check (seq > 0),
    service     varchar(63)  not null,
    at          timestamptz  not null,
    actor_id    uuid         not null,
    actor_roles varchar(100) not null,
    address     varchar(45)  not null,
    trace_id    varchar(64)  not null,
    action      varchar(60)  not null,
    subject     varchar(100) not null,
    before_json text,
    after_json  text,
    mac         bytea        not null check (octet_length(mac) = 32)
);
create index idx_audit_actor on audit (actor_id, seq);
create index idx_audit_subject on audit (subject, seq);
