-- Who went to the checkout lost the seats by payment's verdict, or gave back what was paid. Critical.
select id from reservations
where status = 'CANCELLED' and order_id is not null
  and order_closed_at is null and payment_id is null
