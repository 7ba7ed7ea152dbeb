-- Every won the provider kept is the price of a seat that is sold, or the fee of one that was given
-- back; everything else went back.
-- needs books
select format('payment %s of the provider: %s won kept, %s due, reservation %s is %s',
              b.provider_id, b.charged - b.cancelled, coalesce(d.won, 0),
              coalesce(p.reservation_id::text, 'unknown'),
              coalesce((select status from reservation_service.all_reservations
                        where id = p.reservation_id), 'not there'))
from books b
left join payment_service.payments p on p.provider_id = b.provider_id
cross join lateral (
    select sum(case when r.status in ('CONFIRMED', 'DR_RESERVED') and s.active then s.price
                    else coalesce(s.fee, 0) end) as won
    from reservation_service.all_reservations r
    join reservation_service.all_reservation_seats s on s.reservation_id = r.id
    where r.id = p.reservation_id and r.payment_id = p.id) d
where b.charged - b.cancelled > coalesce(d.won, 0) or b.cancelled > b.charged
