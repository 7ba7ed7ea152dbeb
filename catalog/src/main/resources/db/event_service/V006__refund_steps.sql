-- What giving tickets back costs: steps of days before the show and percent of the price.
alter table events add refund_steps jsonb not null default
    '[{"daysBefore":3,"feePercent":0},{"daysBefore":2,"feePercent":10},{"daysBefore":1,"feePercent":20},{"daysBefore":0,"feePercent":30}]';

-- A show whose date or cast was changed after the sale had started: until then tickets go back
-- without a fee.
alter table event_schedules add free_cancellation_until timestamptz;
