-- A payment whose end nobody knows for more than ten minutes.
-- P2 above 0, nightly
select id from payments
where status = 'PENDING' and confirm_started_at < now() - interval '10 minutes'
