package onsale.reservation.inventory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.SeatIds;
import onsale.platform.db.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a {@link Schedule} with the grades and zones of all its seats. */
public final class ScheduleLoader {

    private static final Logger LOG = LoggerFactory.getLogger(ScheduleLoader.class);

    private final Database database;

    public ScheduleLoader(Database database) {
        this.database = database;
    }

    private record Head(
            UUID id,
            int version,
            int inventoryVersion,
            boolean queued,
            int holdSeconds,
            int seatsPerPersonMax) {}

    private record Grades(List<String> codes, long[] prices) {}

    private record SeatRow(String grade, String zone) {}

    /**
     * The schedule, if its terms and all of its seats are known.
     *
     * @param known what was loaded before; returned again if its versions are still the newest
     */
    Optional<Schedule> load(UUID id, Optional<Schedule> known) {
        return database.inTransaction(() ->
                head(id).flatMap(head ->
                        known.filter(k ->
                                        k.version() == head.version
                                                && k.inventoryVersion() == head.inventoryVersion)
                                .or(() -> read(head))));
    }

    private Optional<Head> head(UUID id) {
        return database.sql()
                .sql(
                        """
                        select s.id, s.version, i.version as inventory_version, queued,
                               hold_seconds, seats_per_person_max
                        from schedules s join inventories i on i.schedule_id = s.id
                        where s.id = ?
                        """)
                .param(id)
                .query(Head.class)
                .optional();
    }

    /** Empty while a seat has a grade without a price: the newer prices are still to come. */
    private Optional<Schedule> read(Head head) {
        Grades grades = grades(head.id);
        List<SeatRow> seats = seats(head.id);
        Map<String, Integer> numberOfZone = new HashMap<>();
        List<String> zones = new ArrayList<>();
        short[] gradeOf = new short[seats.size()];
        short[] zoneOf = new short[seats.size()];
        for (int i = 0; i < seats.size(); i++) {
            SeatRow seat = seats.get(i);
            gradeOf[i] = (short) grades.codes.indexOf(seat.grade);
            if (gradeOf[i] < 0) {
                LOG.error(
                        "Schedule {} has seats of grade {}, which has no price",
                        head.id,
                        seat.grade);
                return Optional.empty();
            }
            if (!seat.zone.isEmpty()) {
                zoneOf[i] =
                        numberOfZone
                                .computeIfAbsent(
                                        seat.zone,
                                        code -> {
                                            zones.add(code);
                                            return zones.size();
                                        })
                                .shortValue();
            }
        }
        return Optional.of(
                new Schedule(
                        head.id,
                        head.version,
                        head.inventoryVersion,
                        head.queued,
                        head.holdSeconds,
                        head.seatsPerPersonMax,
                        List.copyOf(zones),
                        grades.prices,
                        gradeOf,
                        zoneOf,
                        SeatIds.of(head.id)));
    }

    private Grades grades(UUID id) {
        List<String> codes = new ArrayList<>();
        List<Long> prices = new ArrayList<>();
        database.sql()
                .sql("select code, price from schedule_grades where schedule_id = ? order by code")
                .param(id)
                .query(row -> {
                    codes.add(row.getString("code"));
                    prices.add(row.getLong("price"));
                });
        return new Grades(codes, prices.stream().mapToLong(Long::longValue).toArray());
    }

    private List<SeatRow> seats(UUID id) {
        return database.sql()
                .sql("select grade, zone from seats where schedule_id = ? order by ordinal")
                .param(id)
                .query(SeatRow.class)
                .list();
    }
}
