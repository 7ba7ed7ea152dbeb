-- What operators give back, and what waits for a second operator because it is above the limit.
create table refund_requests (
    id             uuid           primary key, -- chosen by whoever asks: asked again, it is the same
    reservation_id uuid           not null,
    ordinals       int[]          not null check (cardinality(ordinals) > 0),
    fee_percent    int            not null check (fee_percent between 0 and 100),
    amount         numeric(10, 0) not null check (amount >= 0), -- the price less the fee
    reason         varchar(500)   not null check (reason <> ''),
    needs_second   boolean        not null,
    state          varchar(10)    not null check (state in ('WAITING', 'DONE', 'DECLINED')),
    asked_by       uuid           not null,
    asked_at       timestamptz    not null default now(),
    decided_by     uuid,
    decided_at     timestamptz,
    refund_id      uuid, -- of what goes back
    check ((state = 'DONE') = (refund_id is not null)),
    check ((decided_by is null) = (decided_at is null)),
    check (state <> 'WAITING' or (needs_second and decided_at is null)),
    check (state <> 'DECLINED' or decided_at is not null),
    -- The promise: nobody gives back more than the limit alone.
    constraint ck_refund_requests_second check (
        state <> 'DONE' or not needs_second or (decided_by is not null and decided_by <> asked_by))
);

create unique index uq_refund_requests_waiting on refund_requests (reservation_id)
    where state = 'WAITING';
create index idx_refund_requests_reservation on refund_requests (reservation_id);
create index idx_refund_requests_asked on refund_requests (asked_at desc, id);
