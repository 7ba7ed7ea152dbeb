-- A refund that the provider has not shown as done for more than an hour.
-- P0 above 0, nightly
select id from refunds where state = 'ASKED' and created_at < now() - interval '1 hour'
