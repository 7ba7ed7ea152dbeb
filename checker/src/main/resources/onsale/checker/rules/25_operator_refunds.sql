-- What an operator gave back above the limit was approved by another one, and payment was asked for
-- exactly that money.
select format('refund %s of %s won was asked for by %s and approved by %s, payment was asked for %s',
              q.id, q.amount, q.asked_by, coalesce(q.decided_by::text, 'nobody'), f.amount)
from reservation_service.refund_requests q
left join reservation_service.refunds f on f.id = q.refund_id
where q.state = 'DONE'
  and (f.amount is distinct from q.amount
       or (q.needs_second and (q.decided_by is null or q.decided_by = q.asked_by)))
