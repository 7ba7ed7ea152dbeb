-- What is ahead of a fan, as reservation and payment tell it: an account with a show ahead or money
-- on its way back is not closed. Messages of two contexts come in any order, so each fills its part.
create table bookings (
    reservation_id uuid        primary key,
    user_id        uuid,
    starts_at      timestamptz,
    cancelled_at   timestamptz,
    refunded_at    timestamptz,
    heard_at       timestamptz not null default now()
);
create index idx_bookings_user on bookings (user_id);
create index idx_bookings_heard on bookings (heard_at);

-- A deleted account waits before its personal data goes; until then a sign-in brings it back.
alter table users add column purge_at timestamptz;
update users set purge_at = deleted_at + interval '30 days' where deleted_at is not null;
alter table users add constraint chk_users_purge check ((deleted_at is null) = (purge_at is null));
create index idx_users_purge on users (purge_at) where purge_at is not null and purged_at is null;

alter table token_families drop constraint chk_families_revoked;
alter table token_families add constraint chk_families_revoked check (
    (revoked_at is null) = (revoked_reason is null)
    and revoked_reason in ('LOGOUT', 'REUSE', 'WITHDRAWN', 'PASSWORD', 'DELETED', 'REFUSED')
);
