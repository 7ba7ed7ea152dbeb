-- Every won the provider kept is the price of a confirmed reservation; all others went back in full.
-- needs books
select format('payment %s of the provider: %s won kept, reservation %s is %s',
              b.provider_id, b.charged - b.cancelled, coalesce(p.reservation_id::text, 'unknown'),
              coalesce((select status from reservation_service.reservations
                        where id = p.reservation_id), 'not there'))
from books b
left join payment_service.payments p on p.provider_id = b.provider_id
left join reservation_service.reservations r
       on r.id = p.reservation_id and r.payment_id = p.id
      and r.status in ('CONFIRMED', 'DR_RESERVED')
where (b.charged > b.cancelled and r.id is null) or b.cancelled > b.charged
