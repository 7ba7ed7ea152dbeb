-- A turn whose time is over and that has not ended, long after the job that ends it should have run.
-- P1 above 0, nightly
select id from turns where released_at is null and expires_at < now() - interval '1 minute'
