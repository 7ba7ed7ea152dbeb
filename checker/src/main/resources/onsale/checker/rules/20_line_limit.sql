-- Never were more people inside than the limit of their waiting room.
-- needs queue
select format('schedule %s: %s inside at %s, the limit is %s', schedule_id, inside, at, max_active)
from (select schedule_id, at, max_active,
             sum(step) over (partition by schedule_id order by at, step
                             rows between unbounded preceding and current row) as inside
      from (select schedule_id, claimed_at as at, 1 as step from queue_service.claims
            union all
            select schedule_id, least(expires_at, coalesce(released_at, 'infinity')), -1
            from queue_service.claims) steps
      join queue_service.queues using (schedule_id)) running
where inside > max_active
