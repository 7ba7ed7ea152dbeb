-- A fan who gave the place up has no turn by it.
-- P1 above 0, nightly
select t.id from turns t join leaves l using (schedule_id, place)
where t.released_at is null and greatest(l.left_at, t.taken_at) < now() - interval '1 minute'
