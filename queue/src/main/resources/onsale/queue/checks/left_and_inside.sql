-- Who gave the number up is not inside by it.
select c.id from claims c join leaves l using (schedule_id, place)
where c.released_at is null and greatest(l.left_at, c.claimed_at) < now() - interval '1 minute'
