-- Holds without an order are most rows in a sale: an index that has them under null tempts the
-- planner into reading them all.
alter table reservations drop constraint reservations_order_id_key;
create unique index uq_reservations_order on reservations (order_id) where order_id is not null;
