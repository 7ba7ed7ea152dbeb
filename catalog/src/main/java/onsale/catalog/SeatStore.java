package onsale.catalog;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import onsale.catalog.SeatPlan.Place;
import onsale.catalog.Views.GradeCount;
import onsale.contracts.InventoryChunk;
import onsale.contracts.SeatIds;
import onsale.contracts.SeatsSold;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** Seats and whose they are. */
final class SeatStore {

    /** One statement each: what fifty thousand single ones cost, these do not. */
    private static final int INSERT_AT_ONCE = 10_000;

    private final Database database;

    SeatStore(Database database) {
        this.database = database;
    }

    void insert(UUID scheduleId, List<Place> places) {
        SeatIds ids = SeatIds.of(scheduleId);
        for (int from = 0; from < places.size(); from += INSERT_AT_ONCE) {
            List<Place> part = places.subList(from, Math.min(places.size(), from + INSERT_AT_ONCE));
            database.sql()
                    .sql(
                            """
                            insert into seats (id, event_schedule_id, ordinal, floor, section,
                                row_label, seat_number, zone, grade, accessible, view_restricted)
                            select u.id, :scheduleId, u.ordinal, u.floor, u.section, u.row_label,
                                u.seat_number, u.zone, u.grade, u.accessible, u.view_restricted
                            from unnest(:ids::uuid[], :ordinals::int[], :floors::text[],
                                :sections::text[], :rows::text[], :numbers::text[], :zones::text[],
                                :grades::text[], :accessible::boolean[], :restricted::boolean[])
                                u (id, ordinal, floor, section, row_label, seat_number, zone, grade,
                                   accessible, view_restricted)
                            """)
                    .param("scheduleId", scheduleId)
                    .param("ids", column(part, p -> ids.seat(p.ordinal())).toArray(UUID[]::new))
                    .param("ordinals", column(part, Place::ordinal).toArray(Integer[]::new))
                    .param("floors", texts(part, Place::floor))
                    .param("sections", texts(part, Place::section))
                    .param("rows", texts(part, Place::row))
                    .param("numbers", texts(part, Place::number))
                    .param("zones", texts(part, Place::zone))
                    .param("grades", texts(part, Place::grade))
                    .param("accessible", column(part, Place::accessible).toArray(Boolean[]::new))
                    .param(
                            "restricted",
                            column(part, Place::viewRestricted).toArray(Boolean[]::new))
                    .update();
        }
        database.sql()
                .sql(
                        """
                        insert into schedule_grades (event_schedule_id, grade, total)
                        select event_schedule_id, grade, count(*) from seats
                        where event_schedule_id = ? group by 1, 2
                        """)
                .param(scheduleId)
                .update();
    }

    private static String[] texts(List<Place> places, Function<Place, String> value) {
        return column(places, value).toArray(String[]::new);
    }

    private static <T> List<T> column(List<Place> places, Function<Place, T> value) {
        return places.stream().map(value).toList();
    }

    /** As other contexts are told of them, in order. */
    List<InventoryChunk.Place> inventory(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select ordinal, grade, floor, section, row_label, seat_number, zone
                        from seats where event_schedule_id = ? order by ordinal
                        """)
                .param(scheduleId)
                .query((row, n) ->
                        new InventoryChunk.Place(
                                row.getInt("ordinal"),
                                row.getString("grade"),
                                row.getString("floor"),
                                row.getString("section"),
                                row.getString("row_label"),
                                row.getString("seat_number"),
                                row.getString("zone")))
                .list();
    }

    List<GradeCount> countByGrade(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select g.code as grade, g.price::bigint as price, g.color, g.description,
                               coalesce(n.total, 0) as total,
                               coalesce(n.total, 0) - (
                                   select count(*) from seats t
                                   where t.event_schedule_id = s.id and t.grade = g.code
                                     and t.status = 'SOLD')::int as remaining
                        from event_schedules s
                        join event_grades g on g.event_id = s.event_id
                        left join schedule_grades n
                             on n.event_schedule_id = s.id and n.grade = g.code
                        where s.id = :id order by g.sort_order
                        """)
                .param("id", scheduleId)
                .query(GradeCount.class)
                .list();
    }

    /** Of an event: those that seats of its schedules have. */
    List<String> gradesInUse(UUID eventId) {
        return database.sql()
                .sql(
                        """
                        select distinct n.grade from schedule_grades n
                        join event_schedules s on s.id = n.event_schedule_id
                        where s.event_id = ? and s.deleted_at is null order by n.grade
                        """)
                .param(eventId)
                .query(String.class)
                .list();
    }

    /** Whether a seat is or ever was sold. */
    boolean hasSales(UUID scheduleId) {
        return database.sql()
                .sql("select exists (select from seat_sales where event_schedule_id = ?)")
                .param(scheduleId)
                .query(Boolean.class)
                .single();
    }

    // ---- sales

    /** Locks the seats, in one order for all, and tells how many of them there are. */
    int lock(UUID scheduleId, List<Integer> ordinals) {
        return database.sql()
                .sql(
                        """
                        select ordinal from seats
                        where event_schedule_id = ? and ordinal = any(?)
                        order by ordinal for update
                        """)
                .params(scheduleId, ordinals.toArray(Integer[]::new))
                .query(Integer.class)
                .list()
                .size();
    }

    void noteConfirmed(UUID reservationId, UUID scheduleId, List<Integer> ordinals, Instant at) {
        note("confirmed_at", reservationId, scheduleId, ordinals, at);
    }

    void noteCancelled(UUID reservationId, UUID scheduleId, List<Integer> ordinals, Instant at) {
        note("cancelled_at", reservationId, scheduleId, ordinals, at);
    }

    private void note(
            String what, UUID reservationId, UUID scheduleId, List<Integer> ordinals, Instant at) {
        database.sql()
                .sql(
                        """
                        insert into seat_sales (event_schedule_id, ordinal, reservation_id, %1$s)
                        select :scheduleId, u.ordinal, :reservationId, :at
                        from unnest(:ordinals::int[]) u (ordinal)
                        on conflict (event_schedule_id, ordinal, reservation_id)
                            do update set %1$s = excluded.%1$s
                        """
                                .formatted(what))
                .param("scheduleId", scheduleId)
                .param("reservationId", reservationId)
                .param("at", Times.param(at))
                .param("ordinals", ordinals.toArray(Integer[]::new))
                .update();
    }

    /** Sales that were never told; returns the seats they are of. */
    List<Integer> noteMissing(UUID scheduleId, List<SeatsSold.Sale> sales) {
        return database.sql()
                .sql(
                        """
                        insert into seat_sales
                            (event_schedule_id, ordinal, reservation_id, confirmed_at)
                        select :scheduleId, u.ordinal, u.reservation_id, u.confirmed_at
                        from unnest(:ordinals::int[], :reservations::uuid[], :times::timestamptz[])
                            u (ordinal, reservation_id, confirmed_at)
                        on conflict (event_schedule_id, ordinal, reservation_id)
                            do update set confirmed_at = excluded.confirmed_at
                            where seat_sales.confirmed_at is null
                        returning ordinal
                        """)
                .param("scheduleId", scheduleId)
                .param("ordinals", array(sales, SeatsSold.Sale::ordinal, Integer[]::new))
                .param("reservations", array(sales, SeatsSold.Sale::reservationId, UUID[]::new))
                .param("times", array(sales, sale -> sale.confirmedAt().toString(), String[]::new))
                .query(Integer.class)
                .list();
    }

    /** Sales from before that time that are none any more; returns the seats they were of. */
    List<Integer> noteGone(
            UUID scheduleId, int from, int until, List<SeatsSold.Sale> sales, Instant before) {
        return database.sql()
                .sql(
                        """
                        update seat_sales a set cancelled_at = now()
                        where event_schedule_id = :scheduleId
                          and ordinal >= :from and ordinal < :until
                          and confirmed_at < :before and cancelled_at is null
                          and not exists (
                              select from unnest(:ordinals::int[], :reservations::uuid[])
                                  u (ordinal, reservation_id)
                              where u.ordinal = a.ordinal and u.reservation_id = a.reservation_id)
                        returning ordinal
                        """)
                .param("scheduleId", scheduleId)
                .param("from", from)
                .param("until", until)
                .param("before", Times.param(before))
                .param("ordinals", array(sales, SeatsSold.Sale::ordinal, Integer[]::new))
                .param("reservations", array(sales, SeatsSold.Sale::reservationId, UUID[]::new))
                .query(Integer.class)
                .list();
    }

    private static <T> T[] array(
            List<SeatsSold.Sale> sales, Function<SeatsSold.Sale, T> of, IntFunction<T[]> made) {
        return sales.stream().map(of).toArray(made);
    }

    /** Sold to the latest confirmation without a cancellation; free if there is none. */
    void settle(UUID scheduleId, List<Integer> ordinals) {
        database.sql()
                .sql(
                        """
                        update seats t
                        set reservation_id = owner.reservation_id,
                            status = case when owner.reservation_id is null
                                          then 'AVAILABLE' else 'SOLD' end,
                            updated_at = now()
                        from (select u.ordinal,
                                     (select a.reservation_id from seat_sales a
                                      where a.event_schedule_id = :scheduleId
                                        and a.ordinal = u.ordinal
                                        and a.confirmed_at is not null and a.cancelled_at is null
                                      order by a.confirmed_at desc, a.reservation_id desc
                                      limit 1) as reservation_id
                              from unnest(:ordinals::int[]) u (ordinal)) owner
                        where t.event_schedule_id = :scheduleId and t.ordinal = owner.ordinal
                          and t.reservation_id is distinct from owner.reservation_id
                        """)
                .param("scheduleId", scheduleId)
                .param("ordinals", ordinals.toArray(Integer[]::new))
                .update();
    }
}
