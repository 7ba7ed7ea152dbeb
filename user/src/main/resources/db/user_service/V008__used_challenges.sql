-- Bot-check challenges that were solved and used: each is good once. A row is kept until the
-- challenge would have expired anyway.
create table used_challenges (
    id         bytea       primary key,
    expires_at timestamptz not null,

    constraint chk_used_challenges_id check (octet_length(id) = 16)
);
create index idx_used_challenges_expires on used_challenges (expires_at);
