-- Our payments and refunds say of the money what the provider says, and a payment is refunded when
-- all that was bought with it was given back.
-- needs books
select format('payment %s is %s of %s won, %s went back for %s won of seats, the provider keeps %s',
              p.id, p.status, p.amount, back.won, back.price, coalesce(b.charged - b.cancelled, 0))
from payment_service.payments p
left join books b on b.provider_id = p.provider_id
cross join lateral (select coalesce(sum(f.amount), 0) as won, coalesce(sum(f.price), 0) as price
                    from payment_service.refunds f
                    where f.payment_id = p.id and not f.whole and f.state = 'DONE') back
where coalesce(b.charged - b.cancelled, 0)
          <> case when p.status in ('SUCCESS', 'REFUNDED') then p.amount - back.won else 0 end
   or (p.status = 'REFUNDED' and back.price <> p.amount + p.points)
