-- How much of an index is air, for whoever rebuilds it; Bootstrap says who may ask.
create extension if not exists pgstattuple schema common;
revoke all on function pgstatindex(regclass) from public;

-- What was rebuilt last, so that an index which stays large is not rebuilt again and again.
create table index_rebuilds (
    service     name        not null default current_user,
    index_name  text        not null,
    rebuilt_at  timestamptz not null default now(),
    bytes_after bigint      not null,
    primary key (service, index_name)
);

alter table index_rebuilds enable row level security;
create policy own_rows on index_rebuilds using (service = current_user) with check (service = current_user);
