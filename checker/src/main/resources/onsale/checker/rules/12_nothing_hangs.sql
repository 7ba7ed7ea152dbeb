-- Nothing is left half-way: no payment or refund without an end, no hold that outlived its time.
select format('payment %s: nobody knows its end', id) from payment_service.payments
where status = 'PENDING' and confirm_started_at is not null
union all
select format('refund %s is asked for and not done', id) from payment_service.refunds
where state <> 'DONE'
union all
select format('refund of payment %s is done and nobody has told its reservation', payment_id)
from reservation_service.refunds where refunded_at is null
union all
select format('webhook %s is not looked at', id) from payment_service.webhooks
where handled_at is null
union all
select format('reservation %s is cancelled and not settled', id) from reservation_service.reservations
where not settled
union all
select format('reservation %s waits for its order to be closed', id)
from reservation_service.reservations
where status = 'PENDING' and close_asked_at is not null
union all
select format('reservation %s has outlived its hold', id) from reservation_service.reservations
where status = 'PENDING' and close_asked_at is null and hold_expires_at < now() - interval '5 s'
