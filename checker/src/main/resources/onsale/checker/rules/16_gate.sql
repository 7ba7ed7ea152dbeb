-- The gate in Redis is open and says of every seat what the rows say.
-- needs gate
with owned as (
    select s.schedule_id, s.ordinal, r.id, r.status <> 'PENDING' as sold
    from reservation_service.reservation_seats s
    join reservation_service.reservations r on r.id = s.reservation_id
    where s.active
      and not (r.status = 'PENDING' and r.order_id is null
               and r.hold_expires_at <= now() + interval '1 s')
)
select format('the gate of schedule %s is closed', schedule_id) from gates where not open
union all
select format('seat %s of schedule %s: by the rows %s, by the gate %s', ordinal, schedule_id,
              case when o.id is null then 'free'
                   else case when sold then 'sold' else 'held' end || ' (' || o.id || ')' end,
              case when g.left_millis is null then 'free' when g.sold_there then 'sold'
                   else 'held for ' || g.left_millis || ' ms' end)
from owned o
full join (select schedule_id, ordinal, until_millis = 0 as sold_there,
                  until_millis - now_millis as left_millis
           from gate_seats where until_millis = 0 or until_millis > now_millis) g
     using (schedule_id, ordinal)
where schedule_id in (select schedule_id from gates where open)
  and (g.left_millis is null
       or (o.id is null and (g.sold_there or g.left_millis > 11000)) -- a claim under way
       or (o.id is not null and o.sold <> g.sold_there))
