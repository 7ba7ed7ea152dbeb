-- Points are booked in entries that sum to zero, fans have what the entries say, what pays for an
-- order is money and points together, and what was given back has earned nothing.
select format('entry %s of points sums to %s', entry_id, sum(amount))
from payment_service.point_entries group by entry_id having sum(amount) <> 0
union all
select format('account %s has %s points, %s by its entries', a.user_id, a.spendable,
              coalesce(sum(e.amount), 0))
from payment_service.point_accounts a
left join payment_service.point_entries e on e.user_id = a.user_id and e.account = 'SPENDABLE'
group by a.user_id having a.spendable <> coalesce(sum(e.amount), 0)
union all
select format('payment %s pays %s won and %s points for an order of %s', p.id, p.amount, p.points,
              o.amount)
from payment_service.payments p join payment_service.orders o on o.id = p.order_id
where o.amount <> p.amount + p.points
union all
select format('payment %s was given back and has still earned %s points', p.id, l.points - l.reversed)
from payment_service.payments p join payment_service.point_lots l on l.id = p.id
where p.status = 'REFUNDED' and l.reversed < l.points
