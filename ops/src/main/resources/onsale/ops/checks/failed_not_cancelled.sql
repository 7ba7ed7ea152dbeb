-- A reservation whose order was closed without money is cancelled.
-- P0 above 0, often
select o.id, r.id as reservation_id from payment_service.orders o
join reservation_service.reservations r on r.order_id = o.id
where o.state = 'CLOSED' and o.verdict_at < now() - interval '2 minutes' and r.status = 'PENDING'
