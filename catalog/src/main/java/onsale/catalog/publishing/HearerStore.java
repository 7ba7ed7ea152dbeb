package onsale.catalog.publishing;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;

/**
 * What each hearer was told about a schedule, and what it has confirmed. What is not confirmed is
 * due to be told again after the first interval. The interval doubles each time, up to the last
 * interval. The clock is the database's.
 */
public final class HearerStore {

    /** A context that must know every schedule. */
    enum Hearer {
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
    public HearerStore(Database database, Duration first, Duration last) {
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
        for (Hearer hearer : Hearer.values()) {
            database.sql()
                    .sql(
                            """
                            insert into schedule_hearers
                                (event_schedule_id, hearer, %1$s, tell_again_at)
                            values (:id, :hearer, :value, now() + :first * interval '1 millisecond')
                            on conflict (event_schedule_id, hearer) do update
                                set %1$s = excluded.%1$s, tellings = 1,
                                    tell_again_at = excluded.tell_again_at
                            """
                                    .formatted(column))
                    .param("id", scheduleId)
                    .param("hearer", hearer.name())
                    .param("value", value)
                    .param("first", firstMillis)
                    .update();
        }
    }

    // ---- confirmed

    /** Notes what a hearer has. Confirmations come in any order, so versions only grow. */
    void confirmed(
            UUID scheduleId, Hearer hearer, int version, int inventoryVersion, boolean cancelled) {
        database.sql()
                .sql(
                        """
                        update schedule_hearers
                        set heard_version = greatest(heard_version, ?),
                            heard_inventory_version = greatest(heard_inventory_version, ?),
                            heard_cancelled = heard_cancelled or ?
                        where event_schedule_id = ? and hearer = ?
                        """)
                .params(version, inventoryVersion, cancelled, scheduleId, hearer.name())
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
                        where s.id in (select event_schedule_id from schedule_hearers
                                       where missing and tell_again_at <= now()
                                       order by tell_again_at limit ?)
                        """)
                .param(max)
                .query(Due.class)
                .list();
    }

    /** What one hearer has not confirmed. */
    record Missing(Hearer hearer, boolean cancelled, boolean terms, boolean seats) {}

    /** Returns what is missing and due, locks it, and sets when it is due next. */
    List<Missing> takeMissing(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        with due as (
                            select event_schedule_id, hearer from schedule_hearers
                            where event_schedule_id = :id and missing and tell_again_at <= now()
                            order by hearer for update)
                        update schedule_hearers h
                        set tellings = h.tellings + 1,
                            tell_again_at = now()
                                + least(:last, :first * power(2, least(h.tellings, 20)))
                                * interval '1 millisecond'
                        from due
                        where h.event_schedule_id = due.event_schedule_id and h.hearer = due.hearer
                        returning h.hearer, h.told_cancelled as cancelled,
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
