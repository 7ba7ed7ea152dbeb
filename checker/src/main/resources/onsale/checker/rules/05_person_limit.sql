-- Nobody has bought more seats than a person may, and what is counted of a person is what they have.
select format('person %s of schedule %s has %s seats of at most %s, counted %s',
              person_id, schedule_id, coalesce(h.n, 0), c.seats_per_person_max, coalesce(p.n, 0))
from (select r.schedule_id, r.person_id, count(*) as n, bool_or(r.kind = 'SALE') as bought
      from reservation_service.reservations r
      join reservation_service.reservation_seats s on s.reservation_id = r.id and s.active
      group by r.schedule_id, r.person_id) h
full join reservation_service.person_seats p using (schedule_id, person_id)
left join reservation_service.schedules c on c.id = schedule_id
where coalesce(h.n, 0) <> coalesce(p.n, 0) or (h.bought and h.n > c.seats_per_person_max)
