-- What reservation wants paid. An order gets exactly one verdict: PAID or CLOSED.
create table orders (
    id             uuid           primary key,
    reservation_id uuid           not null,
    user_id        uuid,          -- none for a tombstone: closed before anybody came to pay
    schedule_id    uuid,
    amount         numeric(10, 0) check (amount >= 0),
    state          varchar(10)    not null check (state in ('OPEN', 'PAID', 'CLOSED')),
    -- asked to close while a payment was under way: its end decides
    close_asked    varchar(30),
    attempts       int            not null default 0,
    created_at     timestamptz    not null default now(),
    verdict_at     timestamptz,
    check ((state = 'OPEN') = (verdict_at is null)),
    check (state = 'CLOSED' or (user_id is not null and amount is not null))
);

-- One attempt to pay an order. The provider knows it as provider_id.
create table payments (
    id                     uuid           primary key,
    order_id               uuid           not null references orders,
    reservation_id         uuid           not null,
    user_id                uuid           not null,
    payment_key            varchar(200)   not null,
    request_hash           bytea          not null,
    amount                 numeric(10, 0) not null check (amount >= 0),
    payment_method         varchar(20)    not null default 'CARD' check (payment_method in ('CARD')),
    status                 varchar(20)    not null
        check (status in ('PENDING', 'SUCCESS', 'FAILED', 'REFUNDED')),
    provider_id            varchar(100)   not null unique,
    -- committed before the provider is asked to take money: from here on nobody guesses
    confirm_started_at     timestamptz,
    payment_token          varchar(500),
    portone_transaction_id varchar(100),
    portone_response       jsonb,
    failure_reason         varchar(500),
    ask_again_at           timestamptz,
    asked                  int            not null default 0,
    paid_at                timestamptz,
    created_at             timestamptz    not null default now(),
    updated_at             timestamptz    not null default now(),
    constraint uq_payments_key unique (user_id, payment_key)
);

-- At most one attempt of an order is being confirmed or has succeeded.
create unique index uq_payments_started on payments (order_id)
    where confirm_started_at is not null and status in ('PENDING', 'SUCCESS', 'REFUNDED');
create index idx_payments_order on payments (order_id);
create index idx_payments_reservation on payments (reservation_id);
create index idx_payments_user on payments (user_id, created_at desc);
create index idx_payments_unknown on payments (ask_again_at)
    where status = 'PENDING' and confirm_started_at is not null;

-- Money to give back. Done only when the provider shows it.
create table refunds (
    id           uuid           primary key,
    payment_id   uuid           not null references payments,
    provider_id  varchar(100)   not null,
    amount       numeric(10, 0) not null check (amount > 0),
    reason       varchar(50)    not null,
    state        varchar(10)    not null check (state in ('ASKED', 'DONE')),
    attempts     int            not null default 0,
    last_error   varchar(500),
    ask_again_at timestamptz    not null default now(),
    created_at   timestamptz    not null default now(),
    done_at      timestamptz,
    constraint uq_refunds_payment unique (payment_id), -- full refunds: asked twice, done once
    check ((state = 'DONE') = (done_at is not null))
);

create index idx_refunds_asked on refunds (ask_again_at) where state = 'ASKED';

-- Double entry: the rows of one entry sum to zero.
create table ledger (
    seq        bigint generated always as identity primary key,
    entry_id   uuid           not null,
    account    varchar(20)    not null check (account in ('PROVIDER', 'SALES', 'REFUNDS')),
    amount     numeric(12, 0) not null,
    payment_id uuid           not null,
    booked_at  timestamptz    not null default now(),
    unique (entry_id, account)
);

-- What the provider told us, kept before it is believed.
create table webhooks (
    id          varchar(200) primary key,
    type        varchar(100) not null,
    provider_id varchar(200) not null,
    body        text         not null,
    received_at timestamptz  not null default now(),
    handled_at  timestamptz
);

create index idx_webhooks_waiting on webhooks (received_at) where handled_at is null;
