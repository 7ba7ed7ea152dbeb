-- Seats are given back one by one, each time with a refund of its own: a booking is over when all of
-- its seats are, and no refund is open when there are as many refunds as there were cancellations.
alter table bookings
    add column seat_ids uuid[] not null default '{}',
    add column given_back uuid[] not null default '{}',
    add column cancellations uuid[] not null default '{}',
    add column refunds uuid[] not null default '{}',
    drop column refunded_at;
comment on column bookings.cancellations is
    'Each by its first seat, because a seat is given back once.';
