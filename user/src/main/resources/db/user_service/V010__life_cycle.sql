-- Logins are kept by month, so that a month is dropped at once when it is too old. A job makes the
-- partitions of the months to come; a login makes the one it needs if the job did not run.
alter table login_history rename to login_history_before;
alter index login_history_pkey rename to login_history_before_pkey;
alter index idx_login_history_user_created rename to idx_login_history_before_user;
alter index idx_login_history_ip rename to idx_login_history_before_ip;
alter index idx_login_history_created rename to idx_login_history_before_created;

create table login_history (
    id             uuid        not null,
    user_id        uuid        references users (id) on delete cascade,
    ip_address     text        not null,
    network        text        not null default '',
    user_agent     text        not null,
    login_method   text        not null,
    success        boolean     not null,
    failure_reason text,
    suspicions     text[]      not null default '{}',
    created_at     timestamptz not null default now(),

    primary key (id, created_at),
    constraint chk_login_method check (login_method in ('EMAIL', 'KAKAO', 'NAVER', 'GOOGLE')),
    constraint chk_login_reason check (success = (failure_reason is null)),
    constraint chk_login_lengths check (length(ip_address) <= 45 and length(user_agent) <= 300),
    constraint chk_login_suspicions check (
        suspicions <@ array ['NEW_DEVICE', 'NEW_NETWORK', 'MANY_FAILURES']
    )
) partition by range (created_at);
comment on column login_history.user_id is 'Null where nobody has the e-mail that was tried.';
comment on column login_history.network is
    'What counts as one place: an IPv4 address, or the /64 of an IPv6 address.';
create index idx_login_history_user_created on login_history (user_id, created_at desc);
create index idx_login_history_ip on login_history (ip_address, created_at desc);

do $$
declare
    month date;
begin
    for month in
        select distinct date_trunc('month', created_at at time zone 'UTC')::date
        from (select created_at from login_history_before union all select now()) times
    loop
        execute format(
            'create table login_history_%s partition of login_history for values from (%L) to (%L)',
            to_char(month, 'YYYY_MM'),
            month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
    end loop;
end $$;

insert into login_history (id, user_id, ip_address, network, user_agent, login_method, success,
                           failure_reason, suspicions, created_at)
select id, user_id, ip_address, network, user_agent, login_method, success, failure_reason,
       suspicions, created_at
from login_history_before;
drop table login_history_before;

-- An account that nobody has used for long is told so, and later becomes DORMANT.
alter table users add column dormancy_notice_at timestamptz;
comment on column users.dormancy_notice_at is
    'When its owner was told that it becomes dormant; null again after a login.';
