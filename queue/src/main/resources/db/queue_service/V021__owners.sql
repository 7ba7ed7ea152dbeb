-- Whose event a schedule is, as the catalogue told it; null for nobody's.
alter table schedules add owner_id uuid;
