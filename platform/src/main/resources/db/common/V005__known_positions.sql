-- Kafka may lose what it has acknowledged: a topic deleted, a broker restarted empty or without its
-- last writes. So each message remembers its place, and for each partition is known what Kafka had
-- and what all consumers had read when it was last looked at. What is missing is told again.
alter table outbox_events
    add column topic_partition int,
    add column topic_offset    bigint;

create table outbox_positions (
    service         name         not null default current_user,
    topic           varchar(100) not null,
    topic_partition int          not null,
    consumers       text[]       not null default '{}', -- whom messages were addressed to
    end_offset      bigint       not null,              -- after the last acknowledged message
    topic_id        text,                               -- null before the first look, '' if gone
    leader_epoch    int          not null default -1,
    heard_offset    bigint       not null default 0,    -- all consumers have read up to here
    -- Messages published earlier have been heard, or were told again and so published later.
    since           timestamptz  not null default '-infinity',
    checked_at      timestamptz  not null default '-infinity',
    primary key (service, topic, topic_partition)
);

alter table outbox_positions enable row level security;
create policy own_rows on outbox_positions using (service = current_user) with check (service = current_user);
