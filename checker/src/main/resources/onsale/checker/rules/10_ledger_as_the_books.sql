-- What the ledger says lies at the provider lies there.
-- needs books
select format('payment %s: %s won by the ledger, %s by the provider''s books',
              p.id, coalesce(l.amount, 0), coalesce(b.charged - b.cancelled, 0))
from payment_service.payments p
left join (select payment_id, sum(amount) as amount from payment_service.ledger
           where account = 'PROVIDER' group by payment_id) l on l.payment_id = p.id
left join books b on b.provider_id = p.provider_id
where coalesce(l.amount, 0) <> coalesce(b.charged - b.cancelled, 0)
