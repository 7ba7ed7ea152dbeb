-- Who has a reservation has all of its seats, and they cost what it says. A seat freed while its
-- order is open shows here.
select r.id from reservations r
left join (select reservation_id, count(*) as n, sum(price) as price from reservation_seats
           where active group by reservation_id) s on s.reservation_id = r.id
where r.status <> 'CANCELLED'
  and (r.counted <> coalesce(s.n, 0) or r.total_amount <> coalesce(s.price, 0) or s.n is null)
