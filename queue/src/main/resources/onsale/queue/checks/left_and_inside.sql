-- Who left before the turn came has no claim of that number.
select c.id from claims c join leaves l using (schedule_id, place) where l.left_at < c.claimed_at
