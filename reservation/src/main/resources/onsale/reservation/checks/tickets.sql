-- A ticket for every seat that is sold, and for no other.
select r.id from reservations r
where (select count(*) from tickets t where t.reservation_id = r.id and t.void_at is null)
      <> case when r.status = 'CONFIRMED'
              then (select count(*) from reservation_seats s
                    where s.reservation_id = r.id and s.active)
              else 0 end
