-- A verdict that is told again gives the same reason.
alter table orders add close_reason varchar(50);
