-- No place in line is lost: whoever kept asking stood at the same number until the turn came.
-- needs waits
select format('number %s of schedule %s was told: %s', place, schedule_id, lost)
from waits where lost <> ''
