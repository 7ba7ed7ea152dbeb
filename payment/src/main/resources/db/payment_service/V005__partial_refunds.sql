-- A payment goes back in parts: each refund has the id that reservation asked for it by. A charge
-- that paid for nothing goes back as a whole, once.
alter table refunds
    add price numeric(10, 0), -- what the refunded seats had cost; the fee is the difference
    add whole boolean not null default true,
    drop constraint uq_refunds_charge,
    drop constraint refunds_amount_check,
    add constraint ck_refunds_amount check (amount >= 0 and amount <= price);
update refunds set price = amount;
update refunds r set whole = false, id = p.id from payments p
where p.id = r.payment_id and p.portone_transaction_id = r.transaction_id;
alter table refunds alter price set not null;
create unique index uq_refunds_whole on refunds (provider_id, transaction_id) where whole;
create index idx_refunds_charge on refunds (provider_id, transaction_id);
create index idx_refunds_payment on refunds (payment_id);

-- How much of a payment was asked back, by the price of the seats and in money: never more than was
-- paid.
alter table payments
    add refund_price  numeric(10, 0) not null default 0,
    add refund_amount numeric(10, 0) not null default 0;
update payments p set refund_price = amount, refund_amount = amount
where exists (select from refunds r
              where r.payment_id = p.id and r.transaction_id = p.portone_transaction_id);
alter table payments
    add constraint ck_payments_refunds
        check (refund_amount <= refund_price and refund_price <= amount);
