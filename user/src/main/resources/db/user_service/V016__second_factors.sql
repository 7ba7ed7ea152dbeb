-- One-time codes (RFC 6238) besides the password. The secret is ciphertext like personal data.
create table second_factors (
    user_id       uuid        primary key references users (id) on delete cascade,
    secret        bytea       not null,
    created_at    timestamptz not null default now(),
    confirmed_at  timestamptz, -- null until the owner has given a first code
    last_step     bigint      not null default 0, -- a code of this step or an earlier one is used
    failures      int         not null default 0 check (failures >= 0),
    blocked_until timestamptz
);

-- Good once each, for who has lost the device; a keyed hash of each.
create table recovery_codes (
    user_id   uuid  not null references second_factors (user_id) on delete cascade,
    code_hash bytea not null check (octet_length(code_hash) = 32),
    used_at   timestamptz,
    primary key (user_id, code_hash)
);

-- A session of staff who have no second factor where one is needed has the rights of a fan.
alter table token_families add column role_withheld boolean not null default false;
