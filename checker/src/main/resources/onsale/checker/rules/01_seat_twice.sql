-- No seat has two reservations.
select format('seat %s of schedule %s: reservations %s',
              ordinal, schedule_id, string_agg(reservation_id::text, ', '))
from reservation_service.reservation_seats
where active
group by schedule_id, ordinal
having count(*) > 1
