-- Every entry of the ledger sums to zero.
select format('entry %s sums to %s', entry_id, sum(amount))
from payment_service.ledger group by entry_id having sum(amount) <> 0
