-- Never were more people inside, or called to come in, than the limit of their waiting room. Whoever
-- still gets seats is inside, whatever the waiting room believes.
-- needs waits
-- never heals
select format('schedule %s: %s called or inside at %s, the limit is %s', schedule_id, active, at, max_active)
from insides where active > max_active
union all
select format('schedule %s: %s inside at %s, the limit is %s', schedule_id, inside, at, max_active)
from (select schedule_id, at, max_active, since,
             sum(step) over (partition by schedule_id order by at, step
                             rows between unbounded preceding and current row) as inside
      from (select schedule_id, taken_at as at, 1 as step from queue_service.turns
            union all
            select schedule_id,
                   greatest(least(expires_at, coalesce(released_at, 'infinity')),
                            (select max(created_at) - interval '1 s' -- in which all have heard
                             from reservation_service.reservations where turn_id = t.id)),
                   -1
            from queue_service.turns t) steps
      -- operators may change it: what it was is known while somebody watched
      join (select schedule_id, max(max_active) as max_active, min(at) as since
            from insides group by schedule_id) watched using (schedule_id)) running
where inside > max_active and at >= since
