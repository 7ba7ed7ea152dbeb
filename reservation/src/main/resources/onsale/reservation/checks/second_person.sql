-- What an operator gave back above the limit was approved by another, and is what payment was asked.
-- P0 above 0, nightly
select q.id, q.asked_by, q.decided_by, q.amount, f.amount as asked_of_payment from refund_requests q
left join refunds f on f.id = q.refund_id
where q.state = 'DONE'
  and (f.amount is distinct from q.amount
       or (q.needs_second and (q.decided_by is null or q.decided_by = q.asked_by)))
