-- Nobody was let in before a lower number that stood in line and asked.
-- needs waits
select format('number %s of schedule %s was still told to wait at %s, a higher one was in at %s',
              place, schedule_id, waiting_at, higher_in_at)
from (select schedule_id, place, waiting_at,
             min(admitted_at) over (partition by schedule_id order by place
                                    rows between 1 following and unbounded following) as higher_in_at
      from waits) one
where higher_in_at < waiting_at - interval '3 s' -- by which nodes may differ in what they know
