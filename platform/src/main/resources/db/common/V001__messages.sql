-- Messages between contexts. One table for all, fenced per service: a role sees and writes only the
-- rows it wrote itself, so that a context cannot read or forge another's messages.
revoke all on schema common from public;

create table outbox_events (
    seq            bigint generated always as identity primary key,
    id             uuid         not null unique,
    service        name         not null default current_user,
    shard          smallint     not null check (shard between 0 and 15),
    topic          varchar(100) not null,
    message_key    varchar(100) not null,
    aggregate_type varchar(50)  not null,
    event_type     varchar(100) not null,
    payload        bytea        not null,
    headers        jsonb        not null default '{}',
    created_at     timestamptz  not null default now(),
    published      boolean      not null default false,
    published_at   timestamptz,
    retry_count    int          not null default 0 check (retry_count between 0 and 10),
    last_error     text
);

create table processed_events (
    event_id         uuid         not null,
    consumer_service varchar(50)  not null,
    service          name         not null default current_user,
    event_type       varchar(100) not null,
    processed_at     timestamptz  not null default now(),
    primary key (event_id, consumer_service)
);

create table dlq_events (
    id          uuid         primary key,
    service     name         not null default current_user,
    topic       varchar(100) not null,
    message_key varchar(100) not null,
    event_type  varchar(100) not null,
    payload     bytea        not null,
    headers     jsonb        not null default '{}',
    error       text         not null,
    created_at  timestamptz  not null default now(),
    redriven_at timestamptz
);

create index idx_processed_events_processed_at on processed_events (processed_at);

alter table outbox_events    enable row level security;
alter table processed_events enable row level security;
alter table dlq_events       enable row level security;

create policy own_rows on outbox_events    using (service = current_user) with check (service = current_user);
create policy own_rows on processed_events using (service = current_user) with check (service = current_user);
create policy own_rows on dlq_events       using (service = current_user) with check (service = current_user);
