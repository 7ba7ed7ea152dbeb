package onsale.catalog;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import onsale.catalog.SeatPlan.Place;
import onsale.catalog.Views.GradeCount;
import onsale.contracts.InventoryChunk;
import onsale.contracts.SeatIds;
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
                               coalesce(n.total, 0)::int as total,
                               coalesce(n.remaining, 0)::int as remaining
                        from event_schedules s
                        join event_grades g on g.event_id = s.event_id
                        left join (select grade, count(*) as total,
                                          count(*) filter (where status = 'AVAILABLE') as remaining
                                   from seats where event_schedule_id = :id group by grade) n
                             on n.grade = g.code
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
                        select distinct t.grade from seats t
                        join event_schedules s on s.id = t.event_schedule_id
                        where s.event_id = ? and s.deleted_at is null
                        """)
                .param(eventId)
                .query(String.class)
                .list();
    }

    /** Whether a seat is or ever was sold. */
    boolean hasSales(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select exists (select from seats t join seat_sales a on a.seat_id = t.id
                                       where t.event_schedule_id = ?)
                        """)
                .param(scheduleId)
                .query(Boolean.class)
                .single();
    }

    // ---- sales

    /** Locks the seats, in one order for all, and tells how many of them there are. */
    int lock(UUID scheduleId, List<UUID> seatIds) {
        return database.sql()
                .sql(
                        """
                        select ordinal from seats where event_schedule_id = ? and id = any(?)
                        order by ordinal for update
                        """)
                .params(scheduleId, seatIds.toArray(UUID[]::new))
                .query(Integer.class)
                .list()
                .size();
    }

    void noteConfirmed(UUID reservationId, List<UUID> seatIds, Instant at) {
        note("confirmed_at", reservationId, seatIds, at);
    }

    void noteCancelled(UUID reservationId, List<UUID> seatIds, Instant at) {
        note("cancelled_at", reservationId, seatIds, at);
    }

    private void note(String what, UUID reservationId, List<UUID> seatIds, Instant at) {
        database.sql()
                .sql(
                        """
                        insert into seat_sales (seat_id, reservation_id, %1$s)
                        select id, :reservationId, :at from unnest(:seatIds::uuid[]) u (id)
                        on conflict (seat_id, reservation_id) do update set %1$s = excluded.%1$s
                        """
                                .formatted(what))
                .param("reservationId", reservationId)
                .param("at", Times.param(at))
                .param("seatIds", seatIds.toArray(UUID[]::new))
                .update();
    }

    /** Sold to the latest confirmation without a cancellation; free if there is none. */
    void settle(List<UUID> seatIds) {
        database.sql()
                .sql(
                        """
                        update seats t
                        set reservation_id = owner.reservation_id,
                            status = case when owner.reservation_id is null
                                          then 'AVAILABLE' else 'SOLD' end,
                            updated_at = now()
                        from (select u.id,
                                     (select a.reservation_id from seat_sales a
                                      where a.seat_id = u.id and a.confirmed_at is not null
                                        and a.cancelled_at is null
                                      order by a.confirmed_at desc, a.reservation_id desc
                                      limit 1) as reservation_id
                              from unnest(?::uuid[]) u (id)) owner
                        where t.id = owner.id
                          and t.reservation_id is distinct from owner.reservation_id
                        """)
                .param((Object) seatIds.toArray(UUID[]::new))
                .update();
    }
}
