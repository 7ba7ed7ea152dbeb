-- What operators may see and do across contexts, as functions for the role of ops alone: they run
-- with the rights of the tables' owner, whom row-level security does not hold back.
create function operators_only() returns void language plpgsql as $$
begin
    if session_user <> 'ops_svc_user' then
        raise insufficient_privilege using message = 'only ops may do this';
    end if;
end $$;

create function outbox_summary()
    returns table (service text, waiting bigint, oldest_at timestamptz, refused bigint,
                   unhandled bigint, forged bigint)
    language plpgsql security definer set search_path = common, pg_temp as $$
begin
    perform operators_only();
    return query
        select coalesce(o.service, d.service)::text, coalesce(o.waiting, 0), o.oldest_at,
               coalesce(o.refused, 0), coalesce(d.unhandled, 0), coalesce(d.forged, 0)
        from (select e.service, count(*) filter (where e.dead_at is null) as waiting,
                     min(e.created_at) filter (where e.dead_at is null) as oldest_at,
                     count(*) filter (where e.dead_at is not null) as refused
              from outbox_events e where not e.published group by e.service) o
        full join (select l.service, count(*) filter (where not l.forged) as unhandled,
                          count(*) filter (where l.forged) as forged
                   from dlq_events l where l.redriven_at is null group by l.service) d
            on d.service = o.service
        order by 1;
end $$;

create function dead_letters(p_max int)
    returns table (id uuid, service text, kind text, consumer text, topic text, type text,
                   error text, dead_at timestamptz, redrive_asked boolean)
    language plpgsql security definer set search_path = common, pg_temp as $$
begin
    perform operators_only();
    return query
        (select e.id, e.service::text, 'REFUSED', null::text, e.topic::text, e.event_type::text,
                coalesce(e.last_error, ''), e.dead_at, false
         from outbox_events e where not e.published and e.dead_at is not null
         order by e.dead_at limit p_max)
        union all
        (select d.event_id, d.service::text, case when d.forged then 'REJECTED' else 'UNHANDLED' end,
                d.consumer_service::text, d.topic::text, d.event_type::text, d.error, d.created_at,
                d.redrive_asked_at is not null
         from dlq_events d where d.redriven_at is null
         order by d.seq limit p_max)
        order by 8 limit p_max;
end $$;

-- Null stands for all of them.
create function redrive_dead_letters(p_ids uuid[]) returns bigint
    language plpgsql security definer set search_path = common, pg_temp as $$
declare
    refused   bigint;
    unhandled bigint;
begin
    perform operators_only();
    update outbox_events set dead_at = null, retry_count = 0, next_attempt_at = null
    where not published and dead_at is not null and (p_ids is null or id = any (p_ids));
    get diagnostics refused = row_count;
    update dlq_events set redrive_asked_at = now()
    where redriven_at is null and redrive_asked_at is null
      and (p_ids is null or event_id = any (p_ids));
    get diagnostics unhandled = row_count;
    return refused + unhandled;
end $$;

-- What waits after a refusal is tried at once; relays look every second.
create function publish_outbox(p_max int) returns bigint
    language plpgsql security definer set search_path = common, pg_temp as $$
declare
    waiting bigint;
begin
    perform operators_only();
    update outbox_events set next_attempt_at = null
    where seq in (select seq from outbox_events where not published and dead_at is null
                  order by seq limit p_max);
    get diagnostics waiting = row_count;
    return waiting;
end $$;

-- A bounded part of the table at a time: begins with 0 and goes on with next_after until it is null.
create function republish_outbox(p_since timestamptz, p_after bigint)
    returns table (republished bigint, next_after bigint)
    language plpgsql security definer set search_path = common, pg_temp as $$
declare
    first bigint;
    last  bigint;
begin
    perform operators_only();
    select min(seq) into first from outbox_events where seq > p_after;
    if first is null then
        return query select 0::bigint, null::bigint;
        return;
    end if;
    last := first + 20000;
    update outbox_events set published = false, published_at = null
    where seq between first and last and published and created_at >= p_since;
    get diagnostics republished = row_count;
    next_after := last;
    return next;
end $$;
