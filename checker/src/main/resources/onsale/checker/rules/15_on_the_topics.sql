-- What counts as published stands on its topic, and every group has read its topics to the end.
-- needs topics
select format('%s %s is not on %s', o.event_type, o.id, o.topic)
from common.outbox_events o
where o.published and o.published_at > now() - interval '6 days'
  and not exists (select from topic_messages m where m.id = o.id::text)
union all
select format('group %s is %s messages behind on %s-%s', group_id, behind, topic, partition)
from group_lags where behind > 0
