-- At no moment had two people a ticket for the same seat.
-- never heals
select format('seat %s of schedule %s: reservation %s from %s, reservation %s from %s',
              ordinal, schedule_id, reservation_id, issued_at, next_id, next_at)
from (select r.schedule_id, t.ordinal, t.reservation_id, t.issued_at, t.void_at,
             lead(t.reservation_id) over w as next_id, lead(t.issued_at) over w as next_at
      from reservation_service.tickets t
      join reservation_service.reservations r on r.id = t.reservation_id
      window w as (partition by r.schedule_id, t.ordinal order by t.issued_at, t.reservation_id)) one
where next_at < coalesce(void_at, 'infinity')
