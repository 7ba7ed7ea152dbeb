-- Points pay for an order once: what was spent on a payment is what it was made with, less what came
-- back, and of one that failed all came back.
-- P1 above 0, nightly
select p.id from payments p
cross join lateral (
    select coalesce(sum(amount), 0) as spent from point_entries e
    where e.payment_id = p.id and e.account = 'SPENT') e
where (p.points > 0 or e.spent <> 0)
  and (e.spent <> p.points - p.points_back or (p.status = 'FAILED' and e.spent <> 0))
