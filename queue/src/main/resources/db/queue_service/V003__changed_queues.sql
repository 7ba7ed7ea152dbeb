-- When a waiting room changed last, so that nodes read what changed instead of all of it. Every change
-- of a schedule or of what operators set changes this row.
alter table queues add changed_at timestamptz not null default clock_timestamp();

create function touch_queue() returns trigger language plpgsql as $$
begin
    new.changed_at := clock_timestamp();
    return new;
end
$$;

create trigger queues_changed before update on queues
    for each row execute function touch_queue();

create index idx_queues_changed on queues (changed_at);
