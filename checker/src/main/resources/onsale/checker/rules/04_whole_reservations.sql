-- A reservation that stands has all of its seats and tickets, one that ended has none. Seats that an
-- organiser keeps have no tickets.
select format('reservation %s is %s with %s seats for %s won (%s, %s) and %s tickets',
              r.id, r.status, seats, price, r.counted, r.total_amount, tickets)
from reservation_service.reservations r
cross join lateral (select count(*) as seats, coalesce(sum(s.price), 0) as price
                    from reservation_service.reservation_seats s
                    where s.reservation_id = r.id and s.active) s
cross join lateral (select count(*) as tickets from reservation_service.tickets t
                    where t.reservation_id = r.id and t.void_at is null) t
where case r.status
          when 'CANCELLED' then seats <> 0 or tickets <> 0
          when 'PENDING' then seats = 0 or seats <> counted or price <> total_amount or tickets <> 0
          else seats = 0 or seats <> counted or price <> total_amount
               or tickets <> case when r.kind in ('SALE', 'COMPLIMENTARY') then seats else 0 end
      end
