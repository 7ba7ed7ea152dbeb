package onsale.reservation.inventory;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryChunk.Seat;
import onsale.contracts.InventoryComplete;
import onsale.platform.db.Database;
import tools.jackson.databind.json.JsonMapper;

/** The seats of schedules: those on sale, and those of a version that is not complete yet. */
public final class ArrivingInventoryStore {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Database database;

    public ArrivingInventoryStore(Database database) {
        this.database = database;
    }

    /** The version that is on sale, or 0; locked against another switch until the commit. */
    int lockVersion(UUID scheduleId) {
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

    /** Adds the seats of a chunk to those that have come; the same chunk twice is added once. */
    void add(InventoryChunk chunk) {
        List<Seat> seats = chunk.seats();
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
                        seats.stream().map(Seat::ordinal).toArray(Integer[]::new),
                        seats.stream().map(Seat::grade).toArray(String[]::new),
                        seats.stream().map(Seat::floor).toArray(String[]::new),
                        seats.stream().map(Seat::section).toArray(String[]::new),
                        seats.stream().map(Seat::row).toArray(String[]::new),
                        seats.stream().map(Seat::number).toArray(String[]::new),
                        seats.stream().map(Seat::zone).toArray(String[]::new))
                .update();
    }

    /** Remembers how many seats a version has and what their hash is. */
    void announce(InventoryComplete told) {
        database.sql()
                .sql(
                        """
                        insert into arriving_inventories
                            (schedule_id, version, seat_count, hash, seating)
                        values (?, ?, ?, ?, nullif(?, 'null')::jsonb) on conflict do nothing
                        """)
                .params(
                        told.scheduleId(),
                        told.inventoryVersion(),
                        told.count(),
                        told.hash(),
                        JSON.writeValueAsString(told.seating()))
                .update();
    }

    /** The announcement of a version, once as many seats have come as it says. */
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
                .query((row, _) ->
                        new InventoryComplete(
                                row.getObject("schedule_id", UUID.class),
                                row.getInt("inventory_version"),
                                row.getInt("count"),
                                row.getString("hash"),
                                null)) // stays in the table, see switchTo
                .optional();
    }

    /** The hash of the seats that have come of a version. */
    String hash(UUID scheduleId, int version) {
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        database.sql()
                .sql(
                        """
                        select ordinal, grade, floor, section, row_name as "row", number, zone
                        from arriving_seats where schedule_id = ? and version = ? order by ordinal
                        """)
                .params(scheduleId, version)
                .query(Seat.class)
                .list()
                .forEach(hash::add);
        return hash.hex();
    }

    /** Deletes what has come of a version. */
    void discard(InventoryComplete complete) {
        for (String table : List.of("arriving_seats", "arriving_inventories")) {
            database.sql()
                    .sql("delete from " + table + " where schedule_id = ? and version = ?")
                    .params(complete.scheduleId(), complete.inventoryVersion())
                    .update();
        }
    }

    /**
     * Whether a reservation has a seat of this schedule. Waits for holds that are under way, and
     * lets none begin before this transaction ends.
     */
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

    /** Puts a complete version on sale instead of the one before. */
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
                        insert into inventories (schedule_id, version, seat_count, seating)
                        select schedule_id, version, seat_count, seating
                        from arriving_inventories where schedule_id = ? and version = ?
                        on conflict (schedule_id) do update
                            set version = excluded.version, seat_count = excluded.seat_count,
                                seating = excluded.seating
                        """)
                .params(id, version)
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
}
