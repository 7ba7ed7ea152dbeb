-- Every index predicate and every check costs the writer of a message, who waits for none of them:
-- PostgreSQL prepares each anew for each insert. What is rare is found through what is there anyway.
alter table outbox_events
    drop constraint outbox_events_shard_check,
    drop constraint outbox_events_retry_count_check;
drop index idx_outbox_backing_off;
drop index idx_outbox_published_at;
drop index idx_outbox_dead;
drop index idx_outbox_waiting;

-- Waiting and dead letters: whatever is not published.
create index idx_outbox_waiting on outbox_events (service, shard, seq) where not published;

-- A shard in which a refused message waits for its next attempt; only there keys are looked at.
alter table outbox_shards add column backing_off_until timestamptz not null default '-infinity';
