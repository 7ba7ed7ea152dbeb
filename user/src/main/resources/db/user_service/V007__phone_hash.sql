-- Accounts are found by phone number too. The key of the hash is not in the database, so the job that
-- encrypts old rows anew also fills this column.
alter table users add column phone_hash bytea;
alter table users add constraint chk_users_phone_hash check (octet_length(phone_hash) = 32);
create index idx_users_phone on users (phone_hash);
create index idx_users_phone_missing on users (id) where phone_hash is null and purged_at is null;
