-- Which seats are beside each other and which are the best, as the catalogue told it; null for what
-- was told before. Only recommendations read it.
alter table inventories add seating jsonb;
alter table arriving_inventories add seating jsonb;
