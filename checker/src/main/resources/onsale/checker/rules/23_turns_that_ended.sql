-- Nobody got seats by a turn that was over: out of time, given up for a second, or bought with.
-- never heals
select format('reservation %s was held at %s by turn %s, which was over at %s',
              r.id, r.created_at, t.id, least(t.expires_at, t.released_at))
from reservation_service.reservations r
join queue_service.turns t on t.id = r.turn_id
where r.created_at >= t.expires_at or r.created_at > t.released_at + interval '1 s'
union all
select format('reservation %s was held at %s by turn %s, which bought %s at %s',
              r.id, r.created_at, r.turn_id, bought.id, bought.confirmed_at)
from reservation_service.reservations r
join reservation_service.reservations bought on bought.turn_id = r.turn_id
where r.created_at > bought.confirmed_at + interval '1 s'
