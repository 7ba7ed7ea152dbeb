-- A cancelled reservation has no seats.
-- P1 above 0, nightly
select r.id from reservations r
where r.status = 'CANCELLED'
  and exists (select from reservation_seats s where s.reservation_id = r.id and s.active)
