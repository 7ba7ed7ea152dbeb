-- Who may enter how, for each event; without a row: once, by any door.
create table check_in_rules (
    event_id uuid    primary key,
    re_entry boolean not null -- whether a ticket that has entered may enter again
);

-- By which door the tickets of a section enter; sections without a row enter by any door.
create table check_in_doors (
    event_id uuid        not null references check_in_rules on delete cascade,
    floor    varchar(50) not null,
    section  varchar(50) not null,
    door     varchar(20) not null,
    primary key (event_id, floor, section)
);

-- The promise: a ticket enters once. The first that is recorded stays.
create table ticket_entries (
    reservation_id uuid        not null,
    ordinal        int         not null,
    door           varchar(20) not null,
    entered_at     timestamptz not null,
    primary key (reservation_id, ordinal),
    foreign key (reservation_id, ordinal) references tickets
);

-- Every scan that let somebody in, or that an offline scanner took for good: what was found out
-- later is a CONFLICT. The id comes from the scanner, so that a scan that is sent twice counts once.
create table check_in_scans (
    id             uuid        primary key,
    schedule_id    uuid        not null,
    reservation_id uuid        not null,
    ordinal        int         not null,
    door           varchar(20) not null,
    scanned_at     timestamptz not null,
    received_at    timestamptz not null default now(),
    offline        boolean     not null,
    outcome        varchar(20) not null
        check (outcome in ('ENTERED', 'RE_ENTERED', 'CONFLICT', 'VOID', 'WRONG_DOOR')),
    foreign key (reservation_id, ordinal) references tickets
);

create index idx_check_in_scans_ticket on check_in_scans (reservation_id, ordinal);
create index idx_check_in_scans_schedule on check_in_scans (schedule_id) where outcome <> 'ENTERED';
