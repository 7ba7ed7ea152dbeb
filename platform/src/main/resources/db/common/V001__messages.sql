-- Messages between contexts. One set of tables for all, fenced per service: a role sees and writes
-- only its own rows, so that a context cannot read or forge another's messages.
revoke all on schema common from public;

-- What a context has to tell. Rows of one key are inserted while the aggregate's row is locked, so
-- their seq is the order of their commits.
create table outbox_events (
    seq             bigint generated always as identity primary key,
    service         name         not null default current_user,
    id              uuid         not null,
    shard           smallint     not null check (shard between 0 and 15),
    topic           varchar(100) not null,
    message_key     varchar(100) not null,
    event_type      varchar(100) not null,
    payload         bytea        not null,
    headers         text         not null default '{}', -- JSON, never looked into here
    created_at      timestamptz  not null default now(),
    published       boolean      not null default false,
    published_at    timestamptz,
    retry_count     int          not null default 0 check (retry_count between 0 and 10),
    next_attempt_at timestamptz,
    last_error      text,
    dead_at         timestamptz
);

create index idx_outbox_waiting on outbox_events (service, shard, seq)
    where not published and dead_at is null;
create index idx_outbox_backing_off on outbox_events (service, shard)
    where not published and dead_at is null and next_attempt_at is not null;
create index idx_outbox_published_at on outbox_events (published_at) where published;
create index idx_outbox_dead on outbox_events (service, id) where dead_at is not null;

-- Who publishes which shard at the moment.
create table outbox_shards (
    service     name        not null default current_user,
    shard       smallint    not null check (shard between 0 and 15),
    owner       uuid,
    lease_until timestamptz not null default '-infinity',
    primary key (service, shard)
);

-- What a consumer has done already; inserted in the transaction of the effect.
create table processed_events (
    event_id         uuid         not null,
    consumer_service varchar(100) not null,
    service          name         not null default current_user,
    event_type       varchar(100) not null,
    processed_at     timestamptz  not null default now(),
    primary key (event_id, consumer_service)
);

create index idx_processed_events_processed_at on processed_events (processed_at);

-- What a consumer could not do, with everything needed to try again.
create table dlq_events (
    seq              bigint generated always as identity primary key,
    service          name         not null default current_user,
    event_id         uuid         not null,
    consumer_service varchar(100) not null,
    topic            varchar(100) not null,
    message_key      varchar(100) not null,
    event_type       varchar(100) not null,
    payload          bytea        not null,
    headers          jsonb        not null default '{}',
    error            text         not null,
    created_at       timestamptz  not null default now(),
    redriven_at      timestamptz,
    unique (event_id, consumer_service)
);

alter table outbox_events    enable row level security;
alter table outbox_shards    enable row level security;
alter table processed_events enable row level security;
alter table dlq_events       enable row level security;

create policy own_rows on outbox_events    using (service = current_user) with check (service = current_user);
create policy own_rows on outbox_shards    using (service = current_user) with check (service = current_user);
create policy own_rows on processed_events using (service = current_user) with check (service = current_user);
create policy own_rows on dlq_events       using (service = current_user) with check (service = current_user);
