-- Who may change an event or a venue besides administrators. Without an owner, nobody else may.
alter table events add column owner_id uuid;
alter table venues add column owner_id uuid;

create index idx_events_owner on events (owner_id, created_at desc) where deleted_at is null;
