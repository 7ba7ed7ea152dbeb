package onsale.reservation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryChunk.Place;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.contracts.SeatIds;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is on sale: schedules, their grades and their places. */
final class InventoryStore {

    private static final Logger LOG = LoggerFactory.getLogger(InventoryStore.class);

    private final Database database;

    InventoryStore(Database database) {
        this.database = database;
    }

    /** Nothing for an older version than the one known. */
    void publish(SchedulePublished told) {
        int changed =
                database.sql()
                        .sql(
                                """
                                insert into schedules
                                    (id, event_id, version, title, venue, hall, poster_url, starts_at,
                                     sale_opens_at, sale_closes_at, queued, hold_seconds,
                                     seats_per_person_max)
                                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                                on conflict (id) do update set
                                    version = excluded.version, title = excluded.title,
                                    venue = excluded.venue, hall = excluded.hall,
                                    poster_url = excluded.poster_url,
                                    starts_at = excluded.starts_at,
                                    sale_opens_at = excluded.sale_opens_at,
                                    sale_closes_at = excluded.sale_closes_at,
                                    queued = excluded.queued, hold_seconds = excluded.hold_seconds,
                                    seats_per_person_max = excluded.seats_per_person_max
                                where schedules.version < excluded.version
                                """)
                        .params(
                                told.scheduleId(),
                                told.eventId(),
                                told.version(),
                                told.title(),
                                told.venue(),
                                told.hall(),
                                told.posterUrl(),
                                Times.param(told.startsAt()),
                                Times.param(told.saleOpensAt()),
                                Times.param(told.saleClosesAt()),
                                told.queued(),
                                told.holdSeconds(),
                                told.seatsPerPersonMax())
                        .update();
        if (changed == 0) {
            return;
        }
        database.sql()
                .sql("delete from schedule_grades where schedule_id = ?")
                .param(told.scheduleId())
                .update();
        for (SchedulePublished.Grade grade : told.grades()) {
            database.sql()
                    .sql("insert into schedule_grades (schedule_id, code, price) values (?, ?, ?)")
                    .params(told.scheduleId(), grade.code(), grade.priceWon())
                    .update();
        }
    }

    void cancel(ScheduleCancelled told) {
        database.sql()
                .sql(
                        """
                        insert into cancelled_schedules (schedule_id, cancelled_at) values (?, ?)
                        on conflict do nothing
                        """)
                .params(told.scheduleId(), Times.param(told.cancelledAt()))
                .update();
    }

    /** The version that is on sale; 0 if none is. Locks it against another switch. */
    int lockInventory(UUID scheduleId) {
        database.sql()
                .sql("select pg_advisory_xact_lock(hashtextextended(?, 0))")
                .param("inventory/" + scheduleId)
                .query(row -> {});
        return database.sql()
                .sql("select version from inventories where schedule_id = ?")
                .param(scheduleId)
                .query(Integer.class)
                .optional()
                .orElse(0);
    }

    void addArriving(InventoryChunk chunk) {
        List<Place> places = chunk.places();
        database.sql()
                .sql(
                        """
                        insert into arriving_seats
                            (schedule_id, version, ordinal, grade, floor, section, row_name, number,
                             zone)
                        select ?, ?, * from unnest(?, ?, ?, ?, ?, ?, ?) on conflict do nothing
                        """)
                .params(
                        chunk.scheduleId(),
                        chunk.inventoryVersion(),
                        places.stream().map(Place::ordinal).toArray(Integer[]::new),
                        places.stream().map(Place::grade).toArray(String[]::new),
                        places.stream().map(Place::floor).toArray(String[]::new),
                        places.stream().map(Place::section).toArray(String[]::new),
                        places.stream().map(Place::row).toArray(String[]::new),
                        places.stream().map(Place::number).toArray(String[]::new),
                        places.stream().map(Place::zone).toArray(String[]::new))
                .update();
    }

    void announce(InventoryComplete told) {
        database.sql()
                .sql(
                        """
                        insert into arriving_inventories (schedule_id, version, seat_count, hash)
                        values (?, ?, ?, ?) on conflict do nothing
                        """)
                .params(told.scheduleId(), told.inventoryVersion(), told.count(), told.hash())
                .update();
    }

    /** What was announced for this version, once as many places have come. */
    Optional<InventoryComplete> ready(UUID scheduleId, int version) {
        return database.sql()
                .sql(
                        """
                        select schedule_id, version as inventory_version, seat_count as count, hash
                        from arriving_inventories a
                        where schedule_id = ? and version = ?
                          and seat_count = (select count(*) from arriving_seats s
                                            where s.schedule_id = a.schedule_id
                                              and s.version = a.version)
                        """)
                .params(scheduleId, version)
                .query(InventoryComplete.class)
                .optional();
    }

    String hashOfArriving(UUID scheduleId, int version) {
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        database.sql()
                .sql(
                        """
                        select ordinal, grade, floor, section, row_name as "row", number, zone
                        from arriving_seats where schedule_id = ? and version = ? order by ordinal
                        """)
                .params(scheduleId, version)
                .query(Place.class)
                .list()
                .forEach(hash::add);
        return hash.hex();
    }

    /** Forgets what has come of a version. */
    void discard(InventoryComplete complete) {
        for (String table : List.of("arriving_seats", "arriving_inventories")) {
            database.sql()
                    .sql("delete from " + table + " where schedule_id = ? and version = ?")
                    .params(complete.scheduleId(), complete.inventoryVersion())
                    .update();
        }
    }

    /** Waits for holds under way, and lets none begin before this transaction ends. */
    boolean hasActiveSeats(UUID scheduleId) {
        database.sql().sql("lock table reservation_seats in share mode").update();
        return database.sql()
                .sql(
                        """
                        select exists (select from reservation_seats
                                       where schedule_id = ? and active)
                        """)
                .param(scheduleId)
                .query(Boolean.class)
                .single();
    }

    /** From now on this version is sold. */
    void switchTo(InventoryComplete complete) {
        UUID id = complete.scheduleId();
        int version = complete.inventoryVersion();
        database.sql().sql("delete from seats where schedule_id = ?").param(id).update();
        database.sql()
                .sql(
                        """
                        insert into seats
                            (schedule_id, ordinal, grade, floor, section, row_name, number, zone)
                        select schedule_id, ordinal, grade, floor, section, row_name, number, zone
                        from arriving_seats where schedule_id = ? and version = ?
                        """)
                .params(id, version)
                .update();
        database.sql()
                .sql(
                        """
                        insert into inventories (schedule_id, version, seat_count) values (?, ?, ?)
                        on conflict (schedule_id) do update
                            set version = excluded.version, seat_count = excluded.seat_count
                        """)
                .params(id, version, complete.count())
                .update();
        database.sql()
                .sql("delete from arriving_seats where schedule_id = ? and version <= ?")
                .params(id, version)
                .update();
        database.sql()
                .sql("delete from arriving_inventories where schedule_id = ? and version <= ?")
                .params(id, version)
                .update();
    }

    // ---- reading

    private record Head(
            UUID id,
            int version,
            int inventoryVersion,
            boolean queued,
            int holdSeconds,
            int seatsPerPersonMax) {}

    private record Graded(String grade, String zone) {}

    /** The schedule if all of it is known; places are read only if their version is another. */
    Optional<Schedule> load(UUID id, Optional<Schedule> known) {
        return database.inTransaction(() -> {
            Optional<Head> head =
                    database.sql()
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
            return head.flatMap(found ->
                    known.filter(k ->
                                    k.version() == found.version
                                            && k.inventoryVersion() == found.inventoryVersion)
                            .or(() -> read(found)));
        });
    }

    /** Nothing while a place has a grade without a price: the newer prices are still to come. */
    private Optional<Schedule> read(Head head) {
        List<String> codes = new ArrayList<>();
        List<Long> prices = new ArrayList<>();
        database.sql()
                .sql("select code, price from schedule_grades where schedule_id = ? order by code")
                .param(head.id)
                .query(row -> {
                    codes.add(row.getString("code"));
                    prices.add(row.getLong("price"));
                });
        List<Graded> places =
                database.sql()
                        .sql("select grade, zone from seats where schedule_id = ? order by ordinal")
                        .param(head.id)
                        .query(Graded.class)
                        .list();
        Map<String, Integer> zones = new HashMap<>();
        List<String> zoneCodes = new ArrayList<>();
        short[] grades = new short[places.size()];
        short[] zoneOf = new short[places.size()];
        for (int i = 0; i < places.size(); i++) {
            grades[i] = (short) codes.indexOf(places.get(i).grade);
            if (grades[i] < 0) {
                LOG.error(
                        "Schedule {} has seats of grade {}, which has no price",
                        head.id,
                        places.get(i).grade);
                return Optional.empty();
            }
            String zone = places.get(i).zone;
            if (!zone.isEmpty()) {
                zoneOf[i] =
                        zones.computeIfAbsent(
                                        zone,
                                        code -> {
                                            zoneCodes.add(code);
                                            return zoneCodes.size();
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
                        List.copyOf(zoneCodes),
                        prices.stream().mapToLong(Long::longValue).toArray(),
                        grades,
                        zoneOf,
                        SeatIds.of(head.id)));
    }

    /** Schedules whose gate must work: from a while before the sale to its end. */
    List<UUID> onSale(int max) {
        return database.sql()
                .sql(
                        """
                        select s.id from schedules s join inventories i on i.schedule_id = s.id
                        where now() > sale_opens_at - interval '1 hour' and now() < sale_closes_at
                          and not exists (select from cancelled_schedules c
                                          where c.schedule_id = s.id)
                        order by sale_opens_at limit ?
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }
}
