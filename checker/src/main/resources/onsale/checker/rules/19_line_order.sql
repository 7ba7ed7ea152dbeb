-- Nobody was called before a lower number that stood in line and asked.
-- needs waits
-- never heals
with overtaken as materialized (
    select * from (
        select *, min(admitted_at) over (partition by schedule_id order by place desc
                                         range between unbounded preceding and 1 preceding) as higher_in_at
        from waits) one
    where higher_in_at < waiting_at - interval '3 s' -- by which nodes may differ
), let_in as materialized (
    select * from waits where admitted_at is not null
)
select format('number %s of schedule %s stood in line from %s and was told to wait at %s; number %s was not called at %s and was in at %s',
              n.place, n.schedule_id, n.live_since, n.waiting_at, m.place, m.not_called_at, m.admitted_at)
from overtaken n
join let_in m on m.schedule_id = n.schedule_id and m.place > n.place
where m.admitted_at < n.waiting_at - interval '3 s'
  and m.not_called_at > n.live_since + interval '3 s'
