package onsale.queue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** Schedules, what is left of them, and their waiting rooms. */
final class QueueStore {

    private static final String SALES =
            """
            select s.id, s.title, s.sale_opens_at as opens_at, s.sale_closes_at as closes_at, s.queued,
                   exists (select from cancelled_schedules c where c.schedule_id = s.id) as cancelled,
                   q.sold_out, q.epoch, q.opened_epoch, q.admit_per_second, q.max_active, q.capacity, q.paused,
                   q.draining, q.settings_version
            from schedules s join queues q on q.schedule_id = s.id
            """;

    private final Database database;

    QueueStore(Database database) {
        this.database = database;
    }

    // ---- what the catalogue and reservation tell

    void publish(SchedulePublished told) {
        int changed =
                database.sql()
                        .sql(
                                """
                                insert into schedules
                                    (id, version, title, sale_opens_at, sale_closes_at, queued)
                                values (?, ?, ?, ?, ?, ?)
                                on conflict (id) do update set
                                    version = excluded.version, title = excluded.title,
                                    sale_opens_at = excluded.sale_opens_at,
                                    sale_closes_at = excluded.sale_closes_at,
                                    queued = excluded.queued
                                where schedules.version < excluded.version
                                """)
                        .params(
                                told.scheduleId(),
                                told.version(),
                                told.title(),
                                Times.param(told.saleOpensAt()),
                                Times.param(told.saleClosesAt()),
                                told.queued())
                        .update();
        if (changed > 0) {
            database.sql()
                    .sql(
                            """
                            insert into queues (schedule_id) values (?)
                            on conflict (schedule_id) do update
                                set settings_version = queues.settings_version + 1
                            """)
                    .param(told.scheduleId())
                    .update();
            tellIfSoldOut(told.scheduleId());
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
        database.sql()
                .sql(
                        "update queues set settings_version = settings_version + 1 where schedule_id = ?")
                .param(told.scheduleId())
                .update();
    }

    void stocked(InventoryComplete told) {
        database.sql()
                .sql(
                        """
                        insert into stocks (schedule_id, version, seats) values (?, ?, ?)
                        on conflict (schedule_id) do update
                            set version = excluded.version, seats = excluded.seats
                        where stocks.version < excluded.version
                        """)
                .params(told.scheduleId(), told.inventoryVersion(), told.count())
                .update();
        tellIfSoldOut(told.scheduleId());
    }

    /** Adds up, so the order of messages does not matter. */
    void sold(UUID scheduleId, int seats) {
        database.sql()
                .sql(
                        """
                        insert into stocks (schedule_id, sold) values (?, ?)
                        on conflict (schedule_id) do update set sold = stocks.sold + excluded.sold
                        """)
                .params(scheduleId, seats)
                .update();
        tellIfSoldOut(scheduleId);
    }

    private void tellIfSoldOut(UUID scheduleId) {
        database.sql()
                .sql(
                        """
                        update queues q set sold_out = not q.sold_out,
                                            settings_version = settings_version + 1
                        from stocks s
                        where s.schedule_id = q.schedule_id and q.schedule_id = ?
                          and q.sold_out <> (s.seats > 0 and s.sold >= s.seats)
                        """)
                .param(scheduleId)
                .update();
    }

    // ---- reading

    Optional<Sale> find(UUID scheduleId) {
        return database.sql()
                .sql(SALES + "where s.id = ?")
                .param(scheduleId)
                .query(Sale.class)
                .optional();
    }

    /** From a while before the sale to a while after it, the soonest first. */
    List<Sale> around(int max) {
        return database.sql()
                .sql(
                        SALES
                                + """
                                where s.queued and now() > s.sale_opens_at - interval '1 hour'
                                  and now() < s.sale_closes_at + interval '1 hour'
                                order by s.sale_closes_at, s.id limit ?
                                """)
                .param(max)
                .query(Sale.class)
                .list();
    }

    /** Those over for so long that nobody asks any more. */
    List<Sale> toClean(long hours, int max) {
        return database.sql()
                .sql(
                        SALES
                                + """
                                where q.cleaned_at is null and q.epoch > 0
                                  and s.sale_closes_at < now() - ? * interval '1 hour'
                                order by s.sale_closes_at limit ?
                                """)
                .params(hours, max)
                .query(Sale.class)
                .list();
    }

    void cleaned(UUID scheduleId) {
        database.sql()
                .sql("update queues set cleaned_at = now() where schedule_id = ?")
                .param(scheduleId)
                .update();
    }

    // ---- writing

    /** What operators may change; what is null stays. */
    record Change(
            @Nullable Integer admitPerSecond,
            @Nullable Integer maxActive,
            @Nullable Integer capacity,
            @Nullable Boolean paused,
            @Nullable Boolean draining) {}

    boolean change(UUID scheduleId, Change change) {
        return database.sql()
                        .sql(
                                """
                                update queues set
                                    admit_per_second = coalesce(:rate, admit_per_second),
                                    max_active = coalesce(:active, max_active),
                                    capacity = coalesce(:capacity, capacity),
                                    paused = coalesce(:paused, paused),
                                    draining = coalesce(:draining, draining),
                                    settings_version = settings_version + 1
                                where schedule_id = :id
                                """)
                        .param("rate", change.admitPerSecond, java.sql.Types.INTEGER)
                        .param("active", change.maxActive, java.sql.Types.INTEGER)
                        .param("capacity", change.capacity, java.sql.Types.INTEGER)
                        .param("paused", change.paused, java.sql.Types.BOOLEAN)
                        .param("draining", change.draining, java.sql.Types.BOOLEAN)
                        .param("id", scheduleId)
                        .update()
                == 1;
    }

    /**
     * Begins an epoch of which no number was ever given, unless somebody else has begun or opened
     * one since the sale was read: else a recovery that is void already could raise the epoch of a
     * line that another has opened, and no claim in it would ever be committed. Waits for claims
     * that are being committed; later ones find that their epoch is over.
     */
    Optional<Integer> beginEpoch(Sale known) {
        return database.sql()
                .sql(
                        """
                        update queues set epoch = greatest(epoch, opened_epoch + 1)
                        where schedule_id = ? and epoch = ? and opened_epoch = ? returning epoch
                        """)
                .params(known.id(), known.epoch(), known.openedEpoch())
                .query(Integer.class)
                .optional();
    }

    /** Before the line opens: from now on the epoch may have numbers. */
    void opening(UUID scheduleId, int epoch) {
        database.sql()
                .sql(
                        """
                        update queues set opened_epoch = greatest(opened_epoch, ?)
                        where schedule_id = ?
                        """)
                .params(epoch, scheduleId)
                .update();
        database.sql()
                .sql("update losses set opened_at = now() where schedule_id = ? and epoch = ?")
                .params(scheduleId, epoch)
                .update();
    }

    // ---- losses, for operators and for how long to wait

    /** How many wait in each line, as they are now. */
    void counted(Map<UUID, Long> waiting) {
        database.sql()
                .sql(
                        """
                        insert into line_counts (schedule_id, waiting) select * from unnest(?, ?)
                        on conflict (schedule_id) do update set waiting = excluded.waiting
                        where line_counts.waiting <> excluded.waiting
                        """)
                .params(
                        waiting.keySet().toArray(UUID[]::new),
                        waiting.values().stream().map(Long::intValue).toArray(Integer[]::new))
                .update();
    }

    OptionalLong lastCount(UUID scheduleId) {
        return database.sql()
                .sql("select waiting from line_counts where schedule_id = ?")
                .param(scheduleId)
                .query(Long.class)
                .optional()
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    /** Redis lost a line; this epoch follows. The first cause of an epoch stays. */
    void lost(UUID scheduleId, int epoch, Line.Cause cause, OptionalLong expected) {
        database.sql()
                .sql(
                        """
                        insert into losses (schedule_id, epoch, cause, expected) values (?, ?, ?, nullif(?, -1))
                        on conflict do nothing
                        """)
                .params(scheduleId, epoch, cause.name(), (int) expected.orElse(-1))
                .update();
    }

    /** One loss, as operators see it. */
    record Loss(
            UUID scheduleId,
            int epoch,
            Line.Cause cause,
            Instant noticedAt,
            @Nullable Instant openedAt,
            @Nullable Integer expected) {}

    /** The latest of each schedule. */
    Map<UUID, Loss> lastLosses() {
        return database
                .sql()
                .sql(
                        """
                        select distinct on (schedule_id)
                               schedule_id, epoch, cause, noticed_at, opened_at, expected
                        from losses order by schedule_id, epoch desc
                        """)
                .query(Loss.class)
                .list()
                .stream()
                .collect(Collectors.toMap(Loss::scheduleId, loss -> loss));
    }
}
