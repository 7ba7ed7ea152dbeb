-- The last link of common.audit: whoever removes the newest rows leaves it behind.
create table audit_head (
    only_one boolean primary key default true check (only_one),
    seq      bigint  not null check (seq >= 0),
    mac      bytea   not null
);
insert into audit_head (seq, mac) values (0, ''::bytea);
