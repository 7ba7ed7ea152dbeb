-- An admission that is over and not ended, long after the job that ends it should have come.
select id from claims where released_at is null and expires_at < now() - interval '1 minute'
