-- A reservation has all seats that it counts, and they cost its total. A seat that was freed while
-- its order was open shows here.
-- P1 above 0, nightly
select r.id from reservations r
left join (select reservation_id, count(*) as n, sum(price) as price from reservation_seats
           where active group by reservation_id) s on s.reservation_id = r.id
where r.status <> 'CANCELLED'
  and (r.counted <> coalesce(s.n, 0) or r.total_amount <> coalesce(s.price, 0) or s.n is null)
