-- What people are told of themselves: bookings, shows, sales. Such a delivery has content instead of
-- a letter, and its reader's address is asked for when it is sent.
alter table deliveries alter column language drop not null;
alter table deliveries add column target uuid not null default '00000000-0000-0000-0000-000000000000';
alter table deliveries add column content text;
alter table deliveries drop constraint deliveries_pkey;
alter table deliveries add primary key (request_id, channel, target);
alter table deliveries drop constraint chk_deliveries_channel;
alter table deliveries add constraint chk_deliveries_channel
    check (channel in ('EMAIL', 'SMS', 'FCM', 'WEB_PUSH'));
alter table deliveries drop constraint chk_deliveries_letter;
alter table deliveries add constraint chk_deliveries_letter
    check (state <> 'PENDING' or (letter is null) <> (content is null));
alter table deliveries add constraint chk_deliveries_language_of_letter
    check (letter is null or language is not null);
comment on column deliveries.target is 'The device of a push; zero for what has one address.';
comment on column deliveries.content is
    'The values of the template as JSON: what was bought, nothing of who. Kept when the delivery ends, so that it can be sent again.';
drop index idx_deliveries_due;
create index idx_deliveries_due on deliveries (channel, next_at) where state = 'PENDING';
create index idx_deliveries_failed on deliveries (ended_at desc) where state = 'FAILED';
create index idx_deliveries_user on deliveries (user_id);

-- Schedules as far as people are told of them.
create table shows (
    schedule_id   uuid        primary key,
    event_id      uuid,
    owner_id      uuid,
    version       int         not null,
    title         text        not null,
    venue         text        not null,
    hall          text        not null default '',
    starts_at     timestamptz not null,
    sale_opens_at timestamptz,
    free_until    timestamptz,
    changes       int         not null default 0,
    cancelled_at  timestamptz
);
comment on column shows.version is 'Of SchedulePublished; 0 if only a purchase told of the show.';
comment on column shows.changes is 'How often time or place were changed.';
create index idx_shows_start on shows (starts_at) where cancelled_at is null;
create index idx_shows_opening on shows (sale_opens_at) where cancelled_at is null;

-- Who has bought what; who has held seats and not bought, without a number.
create table purchases (
    reservation_id uuid        primary key,
    user_id        uuid        not null,
    schedule_id    uuid        not null,
    number         text,
    seats          text        not null default '[]',
    seat_ids       uuid[]      not null default '{}',
    given_back     uuid[]      not null default '{}',
    confirmed_at   timestamptz,
    changes_told   int         not null default 0,
    reminded_for   timestamptz,
    heard_at       timestamptz not null default now(),

    constraint chk_purchases_number check ((number is null) = (confirmed_at is null))
);
comment on column purchases.changes_told is 'Of shows.changes: what its owner knows.';
comment on column purchases.reminded_for is 'The start of the show that its owner was reminded of.';
create index idx_purchases_schedule on purchases (schedule_id, changes_told);
create index idx_purchases_heard on purchases (heard_at);

-- What a person wants to hear by which channel; without a row the defaults hold.
create table choices (
    user_id  uuid   not null,
    matter   text   not null,
    channels text[] not null,

    primary key (user_id, matter),
    constraint chk_choices_matter check (matter in ('BOOKING', 'SHOW', 'REMINDER', 'SALE')),
    constraint chk_choices_channels check (channels <@ array['EMAIL', 'SMS', 'PUSH'])
);

-- Devices that take pushes: browsers with the installed web app, and apps.
create table devices (
    id         uuid        primary key,
    user_id    uuid        not null,
    channel    text        not null,
    language   text        not null,
    address    text        not null,
    p256dh     bytea,
    auth       bytea,
    created_at timestamptz not null default now(),

    constraint chk_devices_channel check (channel in ('FCM', 'WEB_PUSH')),
    constraint chk_devices_language check (language in ('ko', 'en')),
    constraint chk_devices_keys check ((channel = 'WEB_PUSH') = (p256dh is not null and auth is not null)),
    constraint uq_devices_address unique (channel, address)
);
create index idx_devices_user on devices (user_id);

-- The key pair by which push services know this platform (VAPID): made once, by the first node.
create table push_keys (
    id          int   primary key default 1,
    public_key  bytea not null,
    private_key text  not null,
    constraint chk_push_keys_one check (id = 1)
);
comment on column push_keys.private_key is 'Ciphertext of this context for itself.';

-- "Remind me before the sale opens."
create table sale_reminders (
    user_id     uuid        not null,
    schedule_id uuid        not null,
    created_at  timestamptz not null default now(),
    told_at     timestamptz,
    primary key (user_id, schedule_id)
);
create index idx_sale_reminders_open on sale_reminders (schedule_id) where told_at is null;
