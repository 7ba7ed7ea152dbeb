-- The booking projection has every seat that was sold, and whether it was given back.
-- P2 above 0, nightly
select schedule_id, count(*) as seats
from (select r.schedule_id, s.reservation_id, s.seat_id, not s.active as returned
      from reservation_service.reservations r
      join reservation_service.reservation_seats s on s.reservation_id = r.id
      where r.kind = 'SALE' and r.confirmed_at is not null and (s.active or s.cancelled_at is not null)
        and r.updated_at < now() - interval '5 minutes') sold
left join ops.booking_seats b using (reservation_id, seat_id, schedule_id)
where b.sold_at is null or (b.returned_at is not null) <> sold.returned
group by schedule_id
