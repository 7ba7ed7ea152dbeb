-- What is to be written to people, and what became of it: one row per request and channel.
create table deliveries (
    request_id   uuid        not null,
    channel      text        not null,
    user_id      uuid        not null,
    template     text        not null,
    language     text        not null,
    state        text        not null default 'PENDING',
    letter       text,
    attempts     int         not null default 0,
    next_at      timestamptz not null default now(),
    useful_until timestamptz not null,
    failure      text,
    created_at   timestamptz not null default now(),
    ended_at     timestamptz,

    primary key (request_id, channel),
    constraint chk_deliveries_channel check (channel in ('EMAIL')),
    constraint chk_deliveries_language check (language in ('ko', 'en')),
    constraint chk_deliveries_state check (state in ('PENDING', 'SENT', 'FAILED')),
    constraint chk_deliveries_ended check ((state = 'PENDING') = (ended_at is null)),
    constraint chk_deliveries_failure check ((state = 'FAILED') = (failure is not null)),
    constraint chk_deliveries_letter check (state <> 'PENDING' or letter is not null),
    constraint chk_deliveries_attempts check (attempts >= 0)
);
comment on column deliveries.letter is
    'Address and content, ciphertext as the message brought it. Gone when the mail is sent or given up; only the mailbox of a demo keeps it.';
comment on column deliveries.next_at is
    'Before this nobody tries; while somebody tries, when another may.';
create index idx_deliveries_due on deliveries (next_at) where state = 'PENDING';
create index idx_deliveries_useful on deliveries (useful_until) where state = 'PENDING';
create index idx_deliveries_ended on deliveries (ended_at) where ended_at is not null;
