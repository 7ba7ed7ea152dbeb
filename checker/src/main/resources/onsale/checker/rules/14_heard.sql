-- Every message was heard by everybody who must hear it.
with must_hear (event_type, consumer_service) as (
    values ('SchedulePublished', 'reservation'), ('InventoryChunk', 'reservation'),
           ('InventoryComplete', 'reservation'), ('ScheduleCancelled', 'reservation'),
           ('OrderPaid', 'reservation'), ('OrderClosed', 'reservation'),
           ('EntryEnded', 'reservation'),
           ('OrderRefunded', 'reservation'),
           ('CloseOrder', 'payment'), ('RefundOrder', 'payment'),
           ('ReservationConfirmed', 'catalog'), ('ReservationCancelled', 'catalog')
    union -- who hears some of a kind hears all of it
    select distinct event_type, consumer_service from common.processed_events
)
select format('%s %s was not heard by %s', o.event_type, o.id, m.consumer_service)
from common.outbox_events o
join must_hear m using (event_type)
where o.published
  and not exists (select from common.processed_events e
                  where e.event_id = o.id and e.consumer_service = m.consumer_service)
