-- Who was cancelled has no seats.
select r.id from reservations r
where r.status = 'CANCELLED'
  and exists (select from reservation_seats s where s.reservation_id = r.id and s.active)
