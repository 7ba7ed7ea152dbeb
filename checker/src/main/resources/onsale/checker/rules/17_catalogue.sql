-- The catalogue shows as sold what is sold.
select format('seat %s of schedule %s: sold to %s, in the catalogue to %s',
              ordinal, schedule_id, coalesce(r.id::text, 'nobody'),
              coalesce(c.reservation_id::text, 'nobody'))
from (select s.schedule_id, s.ordinal, s.reservation_id as id
      from reservation_service.reservation_seats s
      join reservation_service.reservations r on r.id = s.reservation_id
      where s.active and r.status in ('CONFIRMED', 'DR_RESERVED')) r
full join (select event_schedule_id as schedule_id, ordinal, reservation_id
           from event_service.seats where status = 'SOLD') c using (schedule_id, ordinal)
where r.id is distinct from c.reservation_id
