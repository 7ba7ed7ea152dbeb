-- What operators tell those who wait, in two languages; either may be missing.
alter table queues
    add notice_ko varchar(200),
    add notice_en varchar(200);
