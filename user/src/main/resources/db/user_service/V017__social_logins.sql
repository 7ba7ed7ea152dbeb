-- Accounts that a provider's login opens. The provider's id of the person is a keyed hash: it is
-- compared, never shown.
create table social_logins (
    provider     text        not null,
    subject_hash bytea       not null,
    user_id      uuid        not null references users (id) on delete cascade,
    linked_at    timestamptz not null default now(),

    primary key (provider, subject_hash),
    constraint uk_social_user_provider unique (user_id, provider),
    constraint chk_social_provider check (provider in ('GOOGLE', 'KAKAO', 'NAVER')),
    constraint chk_social_subject check (octet_length(subject_hash) = 32)
);

-- What a provider has confirmed is good once for a login, and once for a sign-up or a link.
create table used_social_proofs (
    proof_hash bytea       primary key,
    used_at    timestamptz not null default now()
);
create index idx_used_social_proofs_at on used_social_proofs (used_at);
