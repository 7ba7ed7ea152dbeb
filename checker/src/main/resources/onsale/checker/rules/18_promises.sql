-- What a fan was told is so: a hold that was answered exists, a ticket that was shown is good
-- unless the fan gave it back.
-- needs promises
select format('reservation %s: the fan was told %s, it is %s', t.reservation_id, t.what,
              coalesce(r.status, 'not there'))
from promises t
left join reservation_service.reservations r on r.id = t.reservation_id::uuid
where r.id is null
   or (t.what = 'CONFIRMED' and r.status not in ('CONFIRMED', 'DR_RESERVED')
       and not exists (select from promises b
                       where b.reservation_id = t.reservation_id and b.what in ('CANCEL_ASKED', 'GIVEN_BACK')))
   or (t.what = 'GIVEN_BACK' and r.status <> 'CANCELLED')
