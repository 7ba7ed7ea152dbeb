-- A refund that the provider has not shown as done for more than an hour. Critical.
select id from refunds where state = 'ASKED' and created_at < now() - interval '1 hour'
