-- Every sold or complimentary seat has one valid ticket, and no other seat has any.
-- P1 above 0, nightly
select r.id from reservations r
where (select count(*) from tickets t where t.reservation_id = r.id and t.void_at is null)
      <> case when r.status = 'CONFIRMED' and r.kind in ('SALE', 'COMPLIMENTARY')
              then (select count(*) from reservation_seats s
                    where s.reservation_id = r.id and s.active)
              else 0 end
