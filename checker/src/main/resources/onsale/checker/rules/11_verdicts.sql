-- An order has one verdict, and its reservation has heard it.
select format('order %s is %s with %s payments; its reservation %s is %s',
              o.id, o.state, count(p.id), r.id, coalesce(r.status, 'not there'))
from payment_service.orders o
left join payment_service.payments p on p.order_id = o.id and p.status in ('SUCCESS', 'REFUNDED')
left join reservation_service.reservations r on r.order_id = o.id
where o.state <> 'OPEN'
group by o.id, r.id
having case o.state
           when 'PAID' then count(p.id) <> 1
                or (r.status is distinct from 'CONFIRMED' and max(p.status) = 'SUCCESS')
           else count(p.id) <> 0 or coalesce(r.status, 'CANCELLED') <> 'CANCELLED'
       end
