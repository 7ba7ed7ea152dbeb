-- A reservation keeps the money of one payment: the one that confirmed it, else the first.
-- P0 above 0, often
select p.id, p.reservation_id from payment_service.payments p
left join reservation_service.reservations r on r.id = p.reservation_id
where p.status = 'SUCCESS'
  and not exists (select from payment_service.refunds f where f.payment_id = p.id)
  and exists (select from payment_service.payments o
              where o.reservation_id = p.reservation_id and o.status = 'SUCCESS' and o.id <> p.id
                and not exists (select from payment_service.refunds f where f.payment_id = o.id)
                and case when r.payment_id in (o.id, p.id) then r.payment_id = o.id
                         else (o.paid_at, o.id) < (p.paid_at, p.id) end)
