-- Promise 1: no seat has two reservations.
-- P0 above 0, nightly
select schedule_id, ordinal from reservation_seats where active
group by schedule_id, ordinal having count(*) > 1
