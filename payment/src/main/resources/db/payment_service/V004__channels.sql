-- What the fan chose to pay with; none for payments that were made when there was no choice.
alter table payments
    add channel_key varchar(200),
    drop constraint payments_payment_method_check,
    add constraint payments_payment_method_check
        check (payment_method in ('CARD', 'TRANSFER', 'EASY_PAY'));

-- Charges that are refused may be in any currency, and go back in it.
alter table refunds add currency varchar(10) not null default 'KRW';
alter table ledger add currency varchar(10) not null default 'KRW';
