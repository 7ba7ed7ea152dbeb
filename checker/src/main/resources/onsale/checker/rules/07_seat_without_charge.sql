-- Every confirmed reservation was charged exactly once, and exactly its price and the fees of seats
-- that were given back.
-- needs books
select format('reservation %s of %s won: %s charges, %s won kept',
              r.id, r.total_amount, count(b.provider_id), coalesce(sum(b.charged - b.cancelled), 0))
from reservation_service.reservations r
left join payment_service.payments p on p.reservation_id = r.id
left join books b on b.provider_id = p.provider_id and b.charged > b.cancelled
where r.status in ('CONFIRMED', 'DR_RESERVED') and r.total_amount > 0
  and not exists (select from payment_service.payments q where q.id = r.payment_id and q.amount = 0)
group by r.id
having count(b.provider_id) <> 1
    or sum(b.charged - b.cancelled) + (select coalesce(sum(q.points - q.points_back), 0)
                                       from payment_service.payments q
                                       where q.id = r.payment_id) <> r.total_amount
       + (select coalesce(sum(s.fee), 0) from reservation_service.reservation_seats s
          where s.reservation_id = r.id)
