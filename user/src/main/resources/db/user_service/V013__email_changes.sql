-- Changes of an account's e-mail address. The old address can refuse one for some days, also when
-- it has happened. Addresses are ciphertext, like those of users.
create table email_changes (
    id              uuid        primary key,
    user_id         uuid        not null references users (id) on delete cascade,
    old_email       bytea       not null,
    new_email       bytea       not null,
    new_email_hash  bytea       not null,
    refusal_hash    bytea       not null unique,
    state           text        not null default 'PENDING',
    created_at      timestamptz not null,
    refusable_until timestamptz not null,

    constraint chk_email_changes_state check (state in ('PENDING', 'DONE', 'REPLACED', 'REFUSED')),
    constraint chk_email_changes_hashes check (
        octet_length(new_email_hash) = 32 and octet_length(refusal_hash) = 32
    )
);
create unique index idx_email_changes_pending on email_changes (user_id) where state = 'PENDING';
create index idx_email_changes_user on email_changes (user_id, created_at);
create index idx_email_changes_until on email_changes (refusable_until);
