-- A charge is a transaction of the provider. One payment may be charged again, after its money
-- went back or although nobody asked: each charge is booked once and given back once.
alter table refunds
    add transaction_id varchar(100) not null default '',
    alter payment_id drop not null, -- none for a charge of a payment that we do not know
    alter provider_id type varchar(200),
    add refusals int not null default 0,
    drop constraint uq_refunds_payment;
update refunds r set transaction_id = coalesce(p.portone_transaction_id, '')
from payments p where p.id = r.payment_id;
alter table refunds add constraint uq_refunds_charge unique (provider_id, transaction_id);

alter table ledger
    alter payment_id drop not null,
    add provider_id varchar(200),
    add transaction_id varchar(100) not null default '';
update ledger l set provider_id = p.provider_id,
    transaction_id = coalesce(p.portone_transaction_id, '')
from payments p where p.id = l.payment_id;
alter table ledger alter provider_id set not null;
create index idx_ledger_provider on ledger (provider_id);

alter table payments
    alter provider_id type varchar(200),
    -- The provider repeats an answer under its key, refusals too: after one, the next key is due.
    add refusals int not null default 0;

alter table webhooks
    add transaction_id varchar(100) not null default '',
    add tries int not null default 0,
    add look_at timestamptz not null default now();
drop index idx_webhooks_waiting;
create index idx_webhooks_waiting on webhooks (look_at) where handled_at is null;

-- Each night our books are compared with the provider's.
create table comparisons (
    day         date        primary key,
    began_at    timestamptz not null default now(),
    -- how far the provider's list was read: who goes on after a crash starts here
    cursor      varchar(200),
    listed      int         not null default 0,
    finished_at timestamptz
);

-- In which night a payment of ours was seen in the provider's list.
alter table payments add compared_on date;
create index idx_payments_kept on payments (created_at) where status in ('SUCCESS', 'REFUNDED');

create table differences (
    provider_id  varchar(200)   not null,
    kind         varchar(30)    not null,
    here_won     numeric(12, 0),
    there_won    numeric(12, 0),
    what_follows varchar(100)   not null,
    first_on     date           not null,
    last_on      date           not null,
    primary key (provider_id, kind)
);
create index idx_differences_last on differences (last_on);
