-- No place in line is lost: whoever kept asking stood at the same number until the turn came, and
-- who was let in has a row that says so.
-- needs waits
-- never heals
select format('number %s of schedule %s was told: %s', place, schedule_id, lost)
from waits where lost <> ''
union all
select format('number %s of schedule %s was let in at %s without a row', place, schedule_id, admitted_at)
from waits w
where admitted_at is not null
  and not exists (select from queue_service.turns t
                  where t.schedule_id = w.schedule_id and t.place = w.place)
