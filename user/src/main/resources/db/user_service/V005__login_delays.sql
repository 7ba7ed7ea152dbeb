-- Failed sign-ins of late, by what is counted together: an e-mail, whether it has an account or not,
-- or an e-mail and a network from which its owner has signed in before.
create table login_delays (
    lane      bytea       primary key,
    failures  int         not null,
    failed_at timestamptz not null,
    next_at   timestamptz not null,

    constraint chk_delays_lane check (octet_length(lane) = 32),
    constraint chk_delays_failures check (failures > 0),
    constraint chk_delays_next check (next_at >= failed_at)
);
comment on column login_delays.lane is 'A keyed hash: names nobody.';
comment on column login_delays.next_at is 'Before this no password is looked at.';
create index idx_login_delays_failed on login_delays (failed_at);

alter table login_history add column network text not null default '';
comment on column login_history.network is
    'What counts as one place: an IPv4 address, or the /64 of an IPv6 address.';
