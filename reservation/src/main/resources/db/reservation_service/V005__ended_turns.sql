-- Turns that ended before their tokens did: nothing more is held by them. Short-lived, so that the
-- table stays as small as the turns of the last minutes.
create table ended_turns (
    admission_id uuid        primary key,
    tokens_until timestamptz not null
);

create index idx_ended_turns_until on ended_turns (tokens_until);
