-- Until when tickets of an order can be given back: its points are spendable from then on.
alter table orders add refundable_until timestamptz;

-- Points that pay a part of an order: amount is what the provider takes.
alter table payments
    add points         numeric(10, 0) not null default 0 check (points >= 0),
    add points_back    numeric(10, 0) not null default 0,
    add points_settled boolean        not null default false,
    drop constraint ck_payments_refunds,
    add constraint ck_payments_refunds check (
        refund_amount <= amount and refund_amount <= refund_price
        and refund_price <= amount + points and points_back between 0 and points);
create index idx_payments_points on payments (paid_at) where status = 'SUCCESS' and not points_settled;

alter table refunds
    add points numeric(10, 0) not null default 0 check (points >= 0),
    drop constraint ck_refunds_amount,
    add constraint ck_refunds_amount check (amount >= 0 and amount + points <= price);

-- A fan's spendable points; the row is locked by whoever changes any of them.
create table point_accounts (
    user_id   uuid           primary key,
    spendable numeric(12, 0) not null default 0 check (spendable >= 0)
);

-- Points of one payment, with what is left of them.
create table point_lots (
    id           uuid           primary key, -- of the payment that earned them
    user_id      uuid           not null references point_accounts,
    points       numeric(10, 0) not null check (points > 0),
    remaining    numeric(10, 0) not null,
    reversed     numeric(10, 0) not null default 0, -- because seats were given back
    state        varchar(10)    not null check (state in ('PENDING', 'SPENDABLE', 'EXPIRED')),
    spendable_at timestamptz    not null,
    expires_at   timestamptz    not null,
    check (remaining between 0 and points and reversed between 0 and points),
    check (state <> 'EXPIRED' or remaining = 0)
);
create index idx_point_lots_user on point_lots (user_id, expires_at);
create index idx_point_lots_pending on point_lots (spendable_at) where state = 'PENDING';
create index idx_point_lots_expiry on point_lots (expires_at) where state = 'SPENDABLE';

-- Which points a payment was made with.
create table point_spends (
    payment_id uuid           not null references payments,
    lot_id     uuid           not null references point_lots,
    points     numeric(10, 0) not null check (points > 0),
    returned   numeric(10, 0) not null default 0,
    primary key (payment_id, lot_id),
    check (returned between 0 and points)
);

-- Double entry: the rows of one entry sum to zero.
create table point_entries (
    seq       bigint generated always as identity primary key,
    entry_id  uuid           not null,
    kind      varchar(10)    not null
        check (kind in ('EARNED', 'MATURED', 'SPENT', 'RETURNED', 'REVERSED', 'EXPIRED')),
    account   varchar(10)    not null
        check (account in ('ISSUED', 'PENDING', 'SPENDABLE', 'SPENT', 'EXPIRED')),
    user_id   uuid           not null,
    amount    numeric(12, 0) not null check (amount <> 0),
    payment_id uuid          not null,
    booked_at timestamptz    not null default now(),
    unique (entry_id, account)
);
create index idx_point_entries_user on point_entries (user_id, seq desc);
