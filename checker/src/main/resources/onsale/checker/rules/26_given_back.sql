-- For seats that were given back goes back what their fan was told: the price less the fee, in money
-- and points together.
select format('refund %s: %s won are due for seats of %s won, payment has %s won and %s points for %s',
              s.refund_id, s.due, s.price, f.amount, f.points, f.price)
from (select refund_id, sum(price - fee) as due, sum(price) as price
      from reservation_service.all_reservation_seats where refund_id is not null
      group by refund_id) s
left join payment_service.refunds f on f.id = s.refund_id
where f.id is null or f.price <> s.price or f.amount + f.points <> s.due
