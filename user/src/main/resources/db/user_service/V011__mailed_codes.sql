-- E-mail addresses are confirmed by a code that is mailed to them.
alter table users add column email_verified_at timestamptz;

-- The latest code of an account for each purpose, as a keyed hash. The row stays after its use,
-- because it also says how often codes may be mailed.
create table email_codes (
    user_id     uuid        not null references users (id) on delete cascade,
    purpose     text        not null,
    email_hash  bytea       not null,
    code_hash   bytea       not null,
    tries       int         not null default 0,
    sent_at     timestamptz not null,
    expires_at  timestamptz not null,
    sends       int         not null default 1,
    sends_since timestamptz not null,

    primary key (user_id, purpose),
    constraint chk_codes_purpose check (purpose in ('VERIFY', 'CHANGE')),
    constraint chk_codes_hashes check (octet_length(code_hash) = 32 and octet_length(email_hash) = 32),
    constraint chk_codes_counts check (tries >= 0 and sends > 0)
);
comment on column email_codes.email_hash is 'The address that the code was mailed to.';
create index idx_email_codes_sent on email_codes (sent_at);
