package onsale.reservation.hold;

import java.time.ZoneId;
import onsale.platform.messaging.Outbox;

/**
 * The SQL of a hold. Locks are taken in one order – stale holds, the request, seats by ordinal, the
 * person – so that two fans who want each other's seats wait for one another only one way.
 *
 * <p>Stale holds are locked by a statement of their own: the next one then sees what a change that
 * they were waiting for has committed. In a single statement the seats that such a change added
 * would stay behind, taken by a hold that has ended.
 */
public final class HoldStatements {

    private static final String STALE =
            """
            where id = any(array(select reservation_id from reservation_seats
                                 where schedule_id = ? and ordinal = any(?) and active))
              and status = 'PENDING' and order_id is null and hold_expires_at <= now()
            """;

    /** Locks the stale holds of these seats. Parameters: schedule, ordinals. */
    public static final String LOCK_STALE =
            "select id from reservations " + STALE + " order by id for update";

    /**
     * Ends the stale holds of these seats. Parameters: schedule, ordinals. That they ended is told
     * and counted later, see {@link onsale.reservation.cancel.EndReservations#settle}.
     */
    public static final String END_STALE =
            """
            with gone as (
                update reservations
                set status = 'CANCELLED', cancel_reason = 'EXPIRED', cancelled_at = now(),
                    updated_at = now(), settled = false
            """
                    + STALE
                    + """
                    returning id
                    )
                    update reservation_seats s set active = false
                    from gone where s.reservation_id = gone.id and s.active
                    """;

    /**
     * Inserts seats in the order of their ordinals. Parameters: reservation, ordinals, seat ids,
     * schedule.
     */
    static final String INSERT_SEATS =
            """
            insert into reservation_seats
                (reservation_id, schedule_id, ordinal, seat_id, seat_number, grade, price, zone)
            select ?, p.schedule_id, p.ordinal, w.seat_id,
                   concat_ws(' ', nullif(p.floor, ''), nullif(p.section, ''),
                             nullif(p.row_name, ''), nullif(p.number, '')),
                   p.grade, g.price, p.zone
            from unnest(?, ?) w(ordinal, seat_id)
            join seats p on p.schedule_id = ? and p.ordinal = w.ordinal
            join schedule_grades g on g.schedule_id = p.schedule_id and g.code = p.grade
            order by p.ordinal
            """;

    /** {@code ZONE} stands for the time zone whose date is part of the number. */
    private static final String INSERT_RESERVATION =
            """
            insert into reservations
                (id, number, user_id, person_id, schedule_id, status, counted, total_amount,
                 hold_expires_at, idempotency_key, request_hash, turn_id, title, venue, hall, poster_url,
                 starts_at)
            select ?, 'B-' || to_char(now() at time zone 'ZONE', 'YYYYMMDD') || '-'
                       || case when n < 1000000 then lpad(n::text, 6, '0') else n::text end,
                   ?, ?, s.id, 'PENDING', ?,
                   (select case when count(*) = ? and sum(g.price) = ? then sum(g.price) end
                    from seats p
                    join schedule_grades g on g.schedule_id = p.schedule_id and g.code = p.grade
                    where p.schedule_id = s.id and p.ordinal = any(?)),
                   now() + s.hold_seconds * interval '1 second',
                   ?, ?, ?, s.title, s.venue, s.hall, s.poster_url, s.starts_at
            from schedules s join inventories i on i.schedule_id = s.id,
                 nextval('reservation_numbers') n
            where s.id = ? and now() >= s.sale_opens_at and now() < s.sale_closes_at
              and not exists (select from cancelled_schedules c where c.schedule_id = s.id)
              and not exists (select from reservations r
                              where r.turn_id = ? and r.confirmed_at is not null)
              and not exists (select from ended_turns e where e.turn_id = ?)
              and now() < ?
            returning number, hold_expires_at,
                      (extract(epoch from hold_expires_at - now()) * 1000)::bigint as hold_millis
            """;

    private static final String COUNT_PERSON =
            """
            insert into person_seats (schedule_id, person_id, n, n_max)
            select id, ?, ?, seats_per_person_max from schedules where id = ?
            on conflict (schedule_id, person_id)
                do update set n = person_seats.n + excluded.n, n_max = excluded.n_max
            """;

    /** Planning the statements anew for each request would cost more than running them. */
    private static final String PLAN_ONCE = "set local plan_cache_mode = force_generic_plan";

    private HoldStatements() {}

    /**
     * All statements of a hold, to be sent together.
     *
     * @param zone whose date stands in the numbers of reservations
     */
    static String hold(ZoneId zone) {
        return String.join(
                ";\n",
                PLAN_ONCE,
                LOCK_STALE,
                END_STALE,
                INSERT_RESERVATION.replace("ZONE", zone.getId()),
                INSERT_SEATS + "returning seat_id, ordinal, seat_number, grade, price, zone",
                COUNT_PERSON,
                Outbox.Statement.SQL);
    }
}
