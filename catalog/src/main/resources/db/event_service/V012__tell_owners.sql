-- Reservation and the waiting room have to hear whose the shows ahead are: their terms are told again
-- under the next version, which now names the owner.
update event_schedules s set version = s.version + 1
from events e
where e.id = s.event_id and e.owner_id is not null and s.published and s.deleted_at is null
  and s.status <> 'CANCELLED' and s.event_start_at > now();

update schedule_hearers h set told_version = s.version, tell_again_at = now()
from event_schedules s
where s.id = h.event_schedule_id and not h.told_cancelled and h.told_version < s.version;
