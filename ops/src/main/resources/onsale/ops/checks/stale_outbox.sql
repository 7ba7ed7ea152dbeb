-- A message is published within five minutes.
-- P1 above 100, often
select id, service, event_type, dead_at from common.outbox_events
where not published and created_at < now() - interval '5 minutes'
