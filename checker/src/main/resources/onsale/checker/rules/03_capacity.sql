-- Held and sold seats are seats of the house, and no more than it has.
select format('schedule %s: %s seats taken, the last is number %s, the house has %s',
              schedule_id, taken, last, coalesce(seat_count, 0))
from (select schedule_id, count(*) as taken, max(ordinal) as last
      from reservation_service.reservation_seats where active group by schedule_id) t
left join reservation_service.inventories i using (schedule_id)
where taken > coalesce(seat_count, 0) or last >= coalesce(seat_count, 0)
