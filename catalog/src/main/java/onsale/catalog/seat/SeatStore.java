package onsale.catalog.seat;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import onsale.catalog.layout.PlannedSeat;
import onsale.contracts.InventoryChunk;
import onsale.contracts.SeatIds;
import onsale.platform.db.Database;

/** The SQL of the seats of schedules. */
public final class SeatStore {

    /** Seats per statement: single inserts of 50,000 seats would take too long. */
    private static final int INSERT_AT_ONCE = 10_000;

    private final Database database;

    public SeatStore(Database database) {
        this.database = database;
    }

    /** Writes all seats of a new schedule and counts them by grade. */
    public void insert(UUID scheduleId, List<PlannedSeat> seats) {
        SeatIds ids = SeatIds.of(scheduleId);
        for (int from = 0; from < seats.size(); from += INSERT_AT_ONCE) {
            List<PlannedSeat> part =
                    seats.subList(from, Math.min(seats.size(), from + INSERT_AT_ONCE));
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
                    .param("ordinals", column(part, PlannedSeat::ordinal).toArray(Integer[]::new))
                    .param("floors", texts(part, PlannedSeat::floor))
                    .param("sections", texts(part, PlannedSeat::section))
                    .param("rows", texts(part, PlannedSeat::row))
                    .param("numbers", texts(part, PlannedSeat::number))
                    .param("zones", texts(part, PlannedSeat::zone))
                    .param("grades", texts(part, PlannedSeat::grade))
                    .param(
                            "accessible",
                            column(part, PlannedSeat::accessible).toArray(Boolean[]::new))
                    .param(
                            "restricted",
                            column(part, PlannedSeat::viewRestricted).toArray(Boolean[]::new))
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

    private static String[] texts(List<PlannedSeat> seats, Function<PlannedSeat, String> value) {
        return column(seats, value).toArray(String[]::new);
    }

    private static <T> List<T> column(List<PlannedSeat> seats, Function<PlannedSeat, T> value) {
        return seats.stream().map(value).toList();
    }

    /** All seats by ordinal, as other contexts are told of them. */
    public List<InventoryChunk.Seat> inventory(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select ordinal, grade, floor, section, row_label, seat_number, zone
                        from seats where event_schedule_id = ? order by ordinal
                        """)
                .param(scheduleId)
                .query((row, n) ->
                        new InventoryChunk.Seat(
                                row.getInt("ordinal"),
                                row.getString("grade"),
                                row.getString("floor"),
                                row.getString("section"),
                                row.getString("row_label"),
                                row.getString("seat_number"),
                                row.getString("zone")))
                .list();
    }

    public List<GradeCount> countByGrade(UUID scheduleId) {
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

    /** The grades that seats of an event's schedules have. */
    public List<String> gradesInUse(UUID eventId) {
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
}
