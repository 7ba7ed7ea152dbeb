-- What ended is told and counted within a minute. Warning.
select id from reservations where not settled and cancelled_at < now() - interval '1 minute'
