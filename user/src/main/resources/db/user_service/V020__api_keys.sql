-- Keys by which programs of an organiser get access tokens. A secret is 256 random bits, so its
-- SHA-256 is kept: no salt and no slow hash.
create table api_keys (
    id             uuid        primary key,
    user_id        uuid        not null references users (id) on delete cascade,
    name           text        not null,
    scopes         text[]      not null,
    per_minute     int         not null,
    hash           bytea       not null,
    old_hash       bytea,
    old_hash_until timestamptz,
    created_at     timestamptz not null default now(),
    expires_at     timestamptz,
    last_used_at   timestamptz,
    revoked_at     timestamptz,

    constraint chk_api_keys_hash check (octet_length(hash) = 32),
    constraint chk_api_keys_old_hash check ((old_hash is null) = (old_hash_until is null)),
    constraint chk_api_keys_per_minute check (per_minute > 0),
    constraint chk_api_keys_scopes check (cardinality(scopes) > 0)
);
create index idx_api_keys_user on api_keys (user_id);

-- The sessions that were opened by a key end with it.
alter table token_families add column api_key_id uuid;
create index idx_families_api_key on token_families (api_key_id)
    where api_key_id is not null and revoked_at is null;
