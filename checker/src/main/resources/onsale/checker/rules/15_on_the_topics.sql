-- What counts as published stands on its topic, unless everybody had read it before Kafka lost it, and every group has read its topics to the end.
-- needs topics
select format('%s %s is not on %s', o.event_type, o.id, o.topic)
from common.outbox_events o
where o.published and o.published_at > now() - interval '6 days'
  and not exists (select from topic_messages m where m.id = o.id::text)
  and not exists (select from common.outbox_positions p -- a loss: what had not been read was told again
                  where p.service = o.service and p.topic = o.topic
                    and p.topic_partition = o.topic_partition and o.published_at < p.since)
union all
select format('group %s is %s messages behind on %s-%s', group_id, behind, topic, partition)
from group_lags where behind > 0
