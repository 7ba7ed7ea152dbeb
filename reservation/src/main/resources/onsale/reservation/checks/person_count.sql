-- The counter of a person is the sum of what their reservations count.
-- P1 above 0, nightly
select schedule_id, person_id, p.n, r.n
from person_seats p
full join (select schedule_id, person_id, sum(counted) as n from reservations
           group by schedule_id, person_id) r using (schedule_id, person_id)
where coalesce(p.n, 0) <> coalesce(r.n, 0)
