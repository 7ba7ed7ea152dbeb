-- Owners see where their sessions were opened, and end one of them.
alter table token_families
    add column address    text not null default '',
    add column user_agent text not null default '',
    add constraint chk_families_lengths check (
        length(address) <= 45 and length(user_agent) <= 300
    );
