-- An order that was paid has confirmed its reservation, or its money goes back.
-- P0 above 0, often
select o.id, p.id as payment_id, r.status from payment_service.orders o
join payment_service.payments p on p.order_id = o.id and p.status = 'SUCCESS'
left join reservation_service.reservations r on r.id = o.reservation_id
where o.state = 'PAID' and o.verdict_at < now() - interval '2 minutes'
  and r.payment_id is distinct from p.id
  and not exists (select from payment_service.refunds f where f.payment_id = p.id)
