-- What payment was asked and has not answered yet is asked again, later each time.
alter table reservations
    add close_asks         int not null default 0,
    add close_ask_again_at timestamptz;
update reservations set close_ask_again_at = now()
where status = 'PENDING' and close_asked_at is not null;
create index idx_reservations_unanswered on reservations (close_ask_again_at)
    where status = 'PENDING' and close_asked_at is not null;

-- Money that payment is to give back, and when it had. A payment need not have bought anything here.
create table refunds (
    payment_id     uuid           primary key,
    order_id       uuid           not null,
    reservation_id uuid           not null,
    amount         numeric(10, 0) not null check (amount >= 0),
    reason         varchar(50)    not null,
    asked_at       timestamptz    not null default now(),
    asks           int            not null default 1,
    ask_again_at   timestamptz    not null,
    refunded_won   numeric(10, 0),
    refunded_at    timestamptz,
    check ((refunded_at is null) = (refunded_won is null))
);
create index idx_refunds_reservation on refunds (reservation_id);
create index idx_refunds_unanswered on refunds (ask_again_at) where refunded_at is null;

insert into refunds (payment_id, order_id, reservation_id, amount, reason, asked_at, ask_again_at)
select payment_id, order_id, id, total_amount, cancel_reason, cancelled_at, now() from reservations
where status = 'CANCELLED' and payment_id is not null;
