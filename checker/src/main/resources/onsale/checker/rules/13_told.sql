-- Every message was published, none was given up.
select format('%s %s of %s %s', event_type, id, service,
              case when dead_at is null then 'is not published' else 'is dead: ' || last_error end)
from common.outbox_events where not published or dead_at is not null
union all
select format('%s %s is a dead letter of %s: %s', event_type, event_id, consumer_service, error)
from common.dlq_events where redriven_at is null
