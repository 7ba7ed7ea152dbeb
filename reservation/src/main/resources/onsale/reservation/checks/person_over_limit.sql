-- No person has bought more seats of a schedule than allowed.
-- P1 above 0, nightly
select r.schedule_id, r.person_id
from reservations r
join reservation_seats s on s.reservation_id = r.id and s.active
join schedules c on c.id = r.schedule_id
where r.kind = 'SALE'
group by r.schedule_id, r.person_id, c.seats_per_person_max
having count(*) > c.seats_per_person_max
