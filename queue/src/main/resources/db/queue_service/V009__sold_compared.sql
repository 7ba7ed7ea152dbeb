-- What reservation counted as sold the last time it told all sales, and what stood here then. The same
-- difference twice in a row is no message under way: it is made up for.
alter table stocks
    add compared_total int,
    add compared_sold  int;
