package onsale.catalog.publishing;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;

/**
 * What each consumer was told about a schedule, and what it has confirmed. What is not confirmed is
 * due to be told again after the first interval. The interval doubles each time, up to the last
 * interval. The clock is the database's.
 */
public final class ConsumerStore {

    /** A context that must know every schedule. */
    enum Consumer {
        RESERVATION,
        QUEUE
    }

    private final Database database;
    private final long firstMillis;
    private final long lastMillis;

    /**
     * Creates a store with the given intervals.
     *
     * @param first interval after which an unconfirmed schedule is told again
     * @param last longest interval
     */
    public ConsumerStore(Database database, Duration first, Duration last) {
        this.database = database;
        this.firstMillis = first.toMillis();
        this.lastMillis = last.toMillis();
    }

    // ---- told; the caller has locked the schedule's row

    void toldTerms(UUID scheduleId, int version) {
        told(scheduleId, "told_version", version);
    }

    void toldSeats(UUID scheduleId, int inventoryVersion) {
        told(scheduleId, "told_inventory_version", inventoryVersion);
    }

    void toldCancelled(UUID scheduleId) {
        told(scheduleId, "told_cancelled", true);
    }

    private void told(UUID scheduleId, String column, Object value) {
        for (Consumer consumer : Consumer.values()) {
            database.sql()
                    .sql(
                            """
                            insert into schedule_consumers
                                (event_schedule_id, consumer, %1$s, tell_again_at)
                            values (:id, :consumer, :value, now() + :first * interval '1 millisecond')
                            on conflict (event_schedule_id, consumer) do update
                                set %1$s = excluded.%1$s, tellings = 1,
                                    tell_again_at = excluded.tell_again_at
                            """
                                    .formatted(column))
                    .param("id", scheduleId)
                    .param("consumer", consumer.name())
                    .param("value", value)
                    .param("first", firstMillis)
                    .update();
        }
    }

    // ---- confirmed

    /** Notes what a consumer has. Confirmations come in any order, so versions only grow. */
    void confirmed(
            UUID scheduleId,
            Consumer consumer,
            int version,
            int inventoryVersion,
            boolean cancelled) {
        database.sql()
                .sql(
                        """
                        update schedule_consumers
                        set heard_version = greatest(heard_version, ?),
                            heard_inventory_version = greatest(heard_inventory_version, ?),
                            heard_cancelled = heard_cancelled or ?
                        where event_schedule_id = ? and consumer = ?
                        """)
                .params(version, inventoryVersion, cancelled, scheduleId, consumer.name())
                .update();
    }

    // ---- told again

    /** A schedule that is due to be told again. */
    record Due(UUID scheduleId, UUID eventId) {}

    List<Due> due(int max) {
        return database.sql()
                .sql(
                        """
                        select s.id as schedule_id, s.event_id from event_schedules s
                        where s.id in (select event_schedule_id from schedule_consumers
                                       where missing and tell_again_at <= now()
                                       order by tell_again_at limit ?)
                        """)
                .param(max)
                .query(Due.class)
                .list();
    }

    /** What one consumer has not confirmed. */
    record Missing(Consumer consumer, boolean cancelled, boolean terms, boolean seats) {}

    /** Returns what is missing and due, locks it, and sets when it is due next. */
    List<Missing> takeMissing(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        with due as (
                            select event_schedule_id, consumer from schedule_consumers
                            where event_schedule_id = :id and missing and tell_again_at <= now()
                            order by consumer for update)
                        update schedule_consumers h
                        set tellings = h.tellings + 1,
                            tell_again_at = now()
                                + least(:last, :first * power(2, least(h.tellings, 20)))
                                * interval '1 millisecond'
                        from due
                        where h.event_schedule_id = due.event_schedule_id and h.consumer = due.consumer
                        returning h.consumer, h.told_cancelled as cancelled,
                                  h.heard_version < h.told_version as terms,
                                  h.heard_inventory_version < h.told_inventory_version as seats
                        """)
                .param("id", scheduleId)
                .param("first", firstMillis)
                .param("last", lastMillis)
                .query(Missing.class)
                .list();
    }
}
