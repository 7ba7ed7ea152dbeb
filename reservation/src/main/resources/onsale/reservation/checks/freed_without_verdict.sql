-- A checked-out reservation loses its seats only by the order's verdict or after its payment.
-- P0 above 0, nightly
select id from reservations
where status = 'CANCELLED' and order_id is not null
  and order_closed_at is null and payment_id is null
