-- Endpoints of integrators. Secrets are ciphertext of this context for itself; while a new one is
-- introduced both sign.
create table webhooks (
    id               uuid        primary key,
    owner_id         uuid        not null,
    url              text        not null,
    description      text        not null default '',
    event_types      text[]      not null,
    secret           text        not null,
    old_secret       text,
    old_secret_until timestamptz,
    paused_at        timestamptz,
    failures         int         not null default 0,
    next_at          timestamptz not null default now(),
    created_at       timestamptz not null default now(),

    constraint chk_webhooks_old_secret check ((old_secret is null) = (old_secret_until is null))
);
comment on column webhooks.failures is 'Since the last success; how long to leave the receiver alone.';
create index idx_webhooks_owner on webhooks (owner_id);

-- What happened, until it is known whose endpoints hear of it: the owner of a show comes by another
-- message than its reservations.
create table webhook_events (
    seq         bigint      generated always as identity primary key,
    id          uuid        not null unique,
    type        text        not null,
    schedule_id uuid        not null,
    order_key   uuid        not null,
    body        text        not null,
    created_at  timestamptz not null default now()
);

create table webhook_deliveries (
    seq        bigint      not null,
    webhook_id uuid        not null references webhooks (id) on delete cascade,
    event_id   uuid        not null,
    type       text        not null,
    order_key  uuid        not null,
    body       text        not null,
    state      text        not null default 'PENDING',
    attempts   int         not null default 0,
    next_at    timestamptz not null default now(),
    give_up_at timestamptz not null,
    last_at    timestamptz,
    last_status int,
    last_error text,
    last_answer text,
    last_millis bigint,
    created_at timestamptz not null default now(),
    ended_at   timestamptz,

    primary key (webhook_id, event_id),
    constraint chk_webhook_deliveries_state check (state in ('PENDING', 'DELIVERED', 'FAILED')),
    constraint chk_webhook_deliveries_ended check ((state = 'PENDING') = (ended_at is null))
);
comment on column webhook_deliveries.order_key is
    'Of one key nothing is sent while something earlier is pending: a reservation, or a schedule.';
create index idx_webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'PENDING';
create index idx_webhook_deliveries_order on webhook_deliveries (webhook_id, order_key, seq) where state = 'PENDING';
create index idx_webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc);
create index idx_webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;
