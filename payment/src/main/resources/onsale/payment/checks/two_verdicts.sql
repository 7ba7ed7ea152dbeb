-- A closed order has no payment that was kept, a paid one exactly one.
-- P0 above 0, nightly
select o.id from orders o
left join payments p on p.order_id = o.id and p.status in ('SUCCESS', 'REFUNDED')
group by o.id
having (o.state = 'PAID' and count(p.id) <> 1) or (o.state = 'CLOSED' and count(p.id) <> 0)
