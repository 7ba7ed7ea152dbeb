-- When the show is over; unknown for what was told before schedules had an end.
alter table schedules add ends_at timestamptz;
