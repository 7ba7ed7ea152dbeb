-- What giving tickets back costs, as the catalogue told it; null: the default.
alter table schedules
    add refund_steps            jsonb,
    add free_cancellation_until timestamptz;

-- Seats that were paid and given back, each with its fee.
alter table reservation_seats
    add cancelled_at timestamptz,
    add fee          numeric(10, 0),
    add refund_id    uuid,
    add constraint ck_reservation_seats_fee check (fee between 0 and price),
    add constraint ck_reservation_seats_given_back check (
        (refund_id is null) = (cancelled_at is null) and (refund_id is null) = (fee is null)
        and not (active and refund_id is not null));

-- A payment goes back in parts, each under its own id; one that goes back as a whole has its own.
alter table refunds
    add id    uuid,
    add price numeric(10, 0);
update refunds set id = payment_id, price = amount;
alter table refunds
    drop constraint refunds_pkey,
    alter id set not null,
    alter price set not null,
    add primary key (id),
    add constraint ck_refunds_amount check (amount <= price);
