-- A turn that is over has ended, and who left was not let in afterwards.
select format('turn %s of schedule %s is over and not ended', id, schedule_id)
from queue_service.turns where released_at is null and expires_at < now() - interval '10 s'
union all
select format('number %s of schedule %s left and was let in afterwards', place, schedule_id)
from queue_service.turns t join queue_service.leaves l using (schedule_id, place)
where l.left_at < t.taken_at
