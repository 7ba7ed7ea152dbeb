-- A seat is sold in the catalogue if it is sold by the reservations, and the gate agrees with both.
-- P1 above 0, often
select schedule_id, ordinal, r.reservation_id as sold_to, c.reservation_id as in_the_catalogue
from (select s.schedule_id, s.ordinal, s.reservation_id
      from reservation_service.reservation_seats s
      join reservation_service.reservations r on r.id = s.reservation_id
      where s.active and r.status in ('CONFIRMED', 'DR_RESERVED')
        and r.updated_at < now() - interval '1 minute') r
full join (select event_schedule_id as schedule_id, ordinal, reservation_id
           from event_service.seats where status = 'SOLD') c using (schedule_id, ordinal)
where r.reservation_id is distinct from c.reservation_id
  and not exists (select from reservation_service.reservations y
                  where y.id = c.reservation_id and y.updated_at >= now() - interval '1 minute')
