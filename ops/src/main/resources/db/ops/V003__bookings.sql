-- Every sold seat, as reservation has told of it. A seat that was given back may be told of before
-- its sale: then only the second half of the row is known.
create table booking_seats (
    reservation_id uuid           not null,
    seat_id        uuid           not null,
    schedule_id    uuid           not null,
    grade          varchar(20),
    channel        varchar(20),
    price_won      numeric(10, 0) check (price_won >= 0),
    sold_at        timestamptz,
    returned_at    timestamptz,
    primary key (reservation_id, seat_id),
    constraint chk_booking_seats_sold check (
        (sold_at is null) = (grade is null) and (sold_at is null) = (price_won is null)
        and (sold_at is null) = (channel is null)),
    constraint chk_booking_seats_told check (sold_at is not null or returned_at is not null)
);
create index idx_booking_seats_schedule on booking_seats (schedule_id);

-- The sums of it. What was given back counts in the hour of its sale.
create table sales_by_hour (
    schedule_id    uuid           not null,
    hour           timestamptz    not null,
    grade          varchar(20)    not null,
    channel        varchar(20)    not null,
    seats          int            not null,
    amount_won     numeric(14, 0) not null,
    returned_seats int            not null,
    returned_won   numeric(14, 0) not null,
    primary key (schedule_id, hour, grade, channel),
    constraint chk_sales_by_hour check (
        returned_seats between 0 and seats and returned_won between 0 and amount_won)
);

-- What a sale looked like, every ten seconds; the charts of the cockpit are made of it.
create table sale_samples (
    schedule_id uuid           not null,
    at          timestamptz    not null,
    waiting     bigint         not null,
    inside      bigint         not null,
    admitted    bigint         not null, -- since the beginning of the epoch
    held        int            not null,
    sold        int            not null,
    revenue_won numeric(14, 0) not null,
    errors      int            not null, -- of the ten seconds before
    hold_millis int            not null, -- the slow twentieth of holds
    pay_millis  int            not null,
    nodes       int            not null,
    primary key (schedule_id, at)
);
create index idx_sale_samples_at on sale_samples (at);
