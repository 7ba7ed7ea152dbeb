-- Accounts. E-mail, name, phone, CI and DI are ciphertext (AES-256-GCM, bound to column and row);
-- what must be found again is found by its keyed hash.

create table users (
    id            uuid        primary key,
    email         bytea,
    email_hash    bytea,
    password_hash text,
    name          bytea,
    phone         bytea,
    ci            bytea,
    ci_hash       bytea,
    di            bytea,
    data_key      bigint      not null,
    role          text        not null default 'USER',
    status        text        not null default 'ACTIVE',
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now(),
    last_login_at timestamptz,
    deleted_at    timestamptz,
    purged_at     timestamptz,

    constraint chk_users_role check (role in ('USER', 'ADMIN')),
    constraint chk_users_status check (status in ('ACTIVE', 'INACTIVE', 'DORMANT', 'DELETED')),
    constraint chk_users_deleted check ((status = 'DELETED') = (deleted_at is not null)),
    -- only the purge of a deleted account may take personal data away
    constraint chk_users_purged check (
        purged_at is not null and deleted_at is not null
        or purged_at is null and email is not null and name is not null
            and phone is not null and ci is not null
    ),
    constraint chk_users_hashes check (
        (email is null) = (email_hash is null) and (ci is null) = (ci_hash is null)
        and octet_length(email_hash) = 32 and octet_length(ci_hash) = 32
    )
);
comment on column users.ci_hash is
    'One person, one account; in base64url the person id of access tokens.';
comment on column users.data_key is
    'Id of the key the row is encrypted with; a job moves rows to the newest.';

create unique index idx_users_email on users (email_hash);
create unique index idx_users_ci on users (ci_hash);
create index idx_users_status_created on users (status, created_at);
create index idx_users_last_login on users (last_login_at) where status = 'ACTIVE';
create index idx_users_data_key on users (data_key);

create table terms_agreements (
    id            uuid        primary key,
    user_id       uuid        not null references users (id) on delete cascade,
    terms_type    text        not null,
    terms_version text        not null,
    agreed        boolean     not null,
    agreed_at     timestamptz not null default now(),

    constraint chk_terms_type check (terms_type in ('SERVICE', 'PRIVACY', 'MARKETING')),
    constraint chk_terms_version check (length(terms_version) between 1 and 20),
    constraint uk_terms_user_type_version unique (user_id, terms_type, terms_version)
);

-- A session: one login and all tokens that came of it.
create table token_families (
    id             uuid        primary key,
    user_id        uuid        not null references users (id) on delete cascade,
    rotations      int         not null default 0,
    created_at     timestamptz not null default now(),
    revoked_at     timestamptz,
    revoked_reason text,

    constraint chk_families_revoked check (
        (revoked_at is null) = (revoked_reason is null) and revoked_reason in ('LOGOUT', 'REUSE')
    )
);
create index idx_families_user on token_families (user_id) where revoked_at is null;
create index idx_families_revoked on token_families (revoked_at) where revoked_at is not null;

-- Refresh tokens, as SHA-256: a token is 256 bits nobody can guess, so no salt and no slow hash.
create table auth_tokens (
    token_hash   bytea       primary key,
    token_family uuid        not null references token_families (id) on delete cascade,
    issued_at    timestamptz not null default now(),
    expires_at   timestamptz not null,
    rotated_at   timestamptz,

    constraint chk_tokens_hash check (octet_length(token_hash) = 32),
    constraint chk_tokens_expires check (expires_at > issued_at)
);
create index idx_auth_tokens_family on auth_tokens (token_family);
create index idx_auth_tokens_expires on auth_tokens (expires_at);
-- a family is a chain: it never has two live ends
create unique index idx_auth_tokens_live on auth_tokens (token_family) where rotated_at is null;

-- Keys of access tokens. Of those whose time has come the latest signs; all are published.
create table signing_keys (
    generation  int         primary key,
    kid         text        not null unique,
    private_key bytea       not null,
    public_key  bytea       not null,
    signs_from  timestamptz not null,
    created_at  timestamptz not null default now()
);
comment on column signing_keys.private_key is 'PKCS#8, ciphertext like personal data.';
comment on column signing_keys.generation is
    'Unique, so that of several nodes one makes the next key.';

create table login_history (
    id             uuid        primary key,
    user_id        uuid        references users (id) on delete cascade,
    ip_address     text        not null,
    user_agent     text        not null,
    login_method   text        not null,
    success        boolean     not null,
    failure_reason text,
    created_at     timestamptz not null default now(),

    constraint chk_login_method check (login_method in ('EMAIL', 'KAKAO', 'NAVER', 'GOOGLE')),
    constraint chk_login_reason check (success = (failure_reason is null)),
    constraint chk_login_lengths check (length(ip_address) <= 45 and length(user_agent) <= 300)
);
comment on column login_history.user_id is 'Null where nobody has the e-mail that was tried.';
create index idx_login_history_user_created on login_history (user_id, created_at desc);
create index idx_login_history_ip on login_history (ip_address, created_at desc);
create index idx_login_history_created on login_history (created_at);
