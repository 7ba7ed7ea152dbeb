-- Our payments say of the money what the provider says.
-- needs books
select format('payment %s is %s of %s won, the provider keeps %s',
              p.id, p.status, p.amount, coalesce(b.charged - b.cancelled, 0))
from payment_service.payments p
left join books b on b.provider_id = p.provider_id
where coalesce(b.charged - b.cancelled, 0) <> case when p.status = 'SUCCESS' then p.amount else 0 end
