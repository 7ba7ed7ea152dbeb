-- A hold or order whose time has been over for ten minutes has ended.
-- P1 above 10, often
select id, hold_expires_at, order_id from reservations
where status = 'PENDING' and hold_expires_at < now() - interval '10 minutes'
