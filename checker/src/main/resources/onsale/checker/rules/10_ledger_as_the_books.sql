-- What the ledger says lies at the provider lies there.
-- needs books
select format('payment %s of the provider: %s won by the ledger, %s by its books',
              provider_id, coalesce(l.amount, 0), coalesce(b.charged - b.cancelled, 0))
from (select provider_id, sum(amount) as amount from payment_service.ledger
      where account = 'PROVIDER' group by provider_id) l
full join books b using (provider_id)
where coalesce(l.amount, 0) <> coalesce(b.charged - b.cancelled, 0)
