-- The end of a reservation is told and counted within a minute.
-- P2 above 0, nightly
select id from reservations where not settled and cancelled_at < now() - interval '1 minute'
