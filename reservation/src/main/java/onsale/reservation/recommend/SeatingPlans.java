package onsale.reservation.recommend;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.UUID;
import onsale.contracts.InventoryComplete.Seating;
import onsale.platform.db.Database;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.recommend.SeatingPlanner.SeatRow;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The seating plans in this node's memory, read from the inventory when they are first asked for.
 */
public final class SeatingPlans {

    /** Bounds the memory: a seat takes about twelve bytes. */
    private static final long SEATS_MAX = 5_000_000;

    private static final Duration FORGET_AFTER = Duration.ofMinutes(10);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Database database;
    private final LoadingCache<Key, SeatingPlan> cache;

    private record Key(UUID scheduleId, int inventoryVersion) {}

    public SeatingPlans(Database database) {
        this.database = database;
        this.cache =
                Caffeine.newBuilder()
                        .maximumWeight(SEATS_MAX)
                        .weigher((Key _, SeatingPlan plan) -> 1 + plan.seatCount())
                        .expireAfterAccess(FORGET_AFTER)
                        .build(key -> read(key.scheduleId));
    }

    public SeatingPlan of(Schedule schedule) {
        return cache.get(new Key(schedule.id(), schedule.inventoryVersion()));
    }

    private SeatingPlan read(UUID scheduleId) {
        @Nullable String seating =
                database.sql()
                        .sql(
                                "select coalesce(seating::text, 'null') from inventories where schedule_id = ?")
                        .param(scheduleId)
                        .query(String.class)
                        .optional()
                        .orElse("null");
        return SeatingPlanner.plan(
                database.sql()
                        .sql(
                                """
                                select floor, section, row_name, number, grade, zone
                                from seats where schedule_id = ? order by ordinal
                                """)
                        .param(scheduleId)
                        .query(SeatRow.class)
                        .list(),
                JSON.readValue(seating, Seating.class));
    }
}
