-- Devices that have logged in to an account, by the SHA-256 of a random token that the device keeps.
create table known_devices (
    user_id       uuid        not null references users (id) on delete cascade,
    device_hash   bytea       not null,
    created_at    timestamptz not null default now(),
    last_login_at timestamptz not null default now(),

    primary key (user_id, device_hash),
    constraint chk_devices_hash check (octet_length(device_hash) = 32)
);
create index idx_known_devices_hash on known_devices (device_hash);

-- What was unusual about a login, for its owner to see.
alter table login_history add column suspicions text[] not null default '{}';
alter table login_history add constraint chk_login_suspicions check (
    suspicions <@ array ['NEW_DEVICE', 'NEW_NETWORK', 'MANY_FAILURES']
);

-- Identity verifications that have opened or changed an account: each is good once.
create table used_verifications (
    verification_hash bytea       primary key,
    used_at           timestamptz not null default now(),

    constraint chk_used_verifications_hash check (octet_length(verification_hash) = 32)
);
create index idx_used_verifications_used on used_verifications (used_at);

alter table users add column language text not null default 'ko';
alter table users add constraint chk_users_language check (language in ('ko', 'en'));

-- A fan ends all sessions, and a new password ends all others.
alter table token_families drop constraint chk_families_revoked;
alter table token_families add constraint chk_families_revoked check (
    (revoked_at is null) = (revoked_reason is null)
    and revoked_reason in ('LOGOUT', 'REUSE', 'WITHDRAWN', 'PASSWORD')
);
