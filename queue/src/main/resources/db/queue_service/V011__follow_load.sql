alter table queues add column follow_load boolean not null default true;
comment on column queues.follow_load is
    'Whether fewer fans are called than admit_per_second while purchases are slow.';
