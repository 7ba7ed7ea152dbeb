package onsale.queue.sale;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.ScheduleHeardByQueue;
import onsale.contracts.SchedulePublished;
import onsale.contracts.SeatsSold;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The tables of schedules, of how many of their seats are sold, and of their waiting rooms. */
public final class SaleStore {

    private static final String SELECT =
            """
            select s.id, s.title, s.sale_opens_at as opens_at, s.sale_closes_at as closes_at, s.queued,
                   exists (select from cancelled_schedules c where c.schedule_id = s.id) as cancelled,
                   q.sold_out, q.epoch, q.opened_epoch, q.admit_per_second, q.max_active, q.capacity, q.paused,
                   q.draining, q.follow_load, q.settings_version, q.notice_ko, q.notice_en,
                   case when coalesce(q.notice_ko, q.notice_en) is not null
                        then json_strip_nulls(json_build_object('ko', q.notice_ko, 'en', q.notice_en))::text
                   end as notice_json
            from schedules s join queues q on q.schedule_id = s.id
            """;

    private static final int PAGE = 1_000;

    private final Database database;

    public SaleStore(Database database) {
        this.database = database;
    }

    // ---- what the catalogue and reservation tell

    /** Keeps the newest version of a schedule, and makes its waiting room if there is none. */
    public void publish(SchedulePublished told) {
        int changed =
                database.sql()
                        .sql(
                                """
                                insert into schedules
                                    (id, version, title, sale_opens_at, sale_closes_at, queued,
                                     owner_id)
                                values (?, ?, ?, ?, ?, ?, nullif(?, '')::uuid)
                                on conflict (id) do update set
                                    version = excluded.version, title = excluded.title,
                                    sale_opens_at = excluded.sale_opens_at,
                                    sale_closes_at = excluded.sale_closes_at,
                                    queued = excluded.queued, owner_id = excluded.owner_id
                                where schedules.version < excluded.version
                                """)
                        .params(
                                told.scheduleId(),
                                told.version(),
                                told.title(),
                                Times.param(told.saleOpensAt()),
                                Times.param(told.saleClosesAt()),
                                told.queued(),
                                told.ownerId() == null ? "" : told.ownerId().toString())
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
            updateSoldOut(told.scheduleId());
        }
    }

    /** Notes that a schedule does not take place; it may not be published yet. */
    public void cancel(ScheduleCancelled told) {
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

    /** Keeps how many seats there are, as of the newest version of the inventory. */
    public void inventoryComplete(InventoryComplete told) {
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
        updateSoldOut(told.scheduleId());
    }

    /** Adds to the seats that are sold; a sum, so the order of messages does not matter. */
    public void sold(UUID scheduleId, int seats) {
        database.sql()
                .sql(
                        """
                        insert into stocks (schedule_id, sold) values (?, ?)
                        on conflict (schedule_id) do update set sold = stocks.sold + excluded.sold
                        """)
                .params(scheduleId, seats)
                .update();
        updateSoldOut(scheduleId);
    }

    /**
     * Compares the seats that are sold here with reservation's count. A difference caused by
     * messages under way is gone or another one the next time; the same difference twice in a row
     * is a lost message, and the count is corrected.
     */
    public void compared(SeatsSold told) {
        if (told.soldInAll() == null || told.from() > 0) {
            return; // only the first of several messages with the same count is compared
        }
        database.sql()
                .sql(
                        """
                        update stocks
                        set compared_total = :total, compared_sold = sold,
                            sold = case when compared_total = :total and compared_sold = sold
                                        then :total else sold end
                        where schedule_id = :id
                        """)
                .param("total", told.soldInAll())
                .param("id", told.eventScheduleId())
                .update();
        updateSoldOut(told.eventScheduleId());
    }

    /** What this context has heard of a schedule; the catalogue sends again what is missing. */
    public ScheduleHeardByQueue heard(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select i as schedule_id,
                               coalesce((select version from schedules where id = i), 0) as version,
                               coalesce((select version from stocks where schedule_id = i), 0)
                                   as inventory_version,
                               exists (select from cancelled_schedules where schedule_id = i)
                                   as cancelled
                        from (values (?::uuid)) one (i)
                        """)
                .param(scheduleId)
                .query(ScheduleHeardByQueue.class)
                .single();
    }

    private void updateSoldOut(UUID scheduleId) {
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

    public Optional<Sale> find(UUID scheduleId) {
        return database.sql()
                .sql(SELECT + "where s.id = ?")
                .param(scheduleId)
                .query(Sale.class)
                .optional();
    }

    /** The sale if it is this owner's; null stands for an administrator, who has all. */
    public Optional<Sale> findOwn(UUID scheduleId, @Nullable UUID owner) {
        return database.sql()
                .sql(SELECT + "where s.id = :id and (:owner = '' or s.owner_id::text = :owner)")
                .param("id", scheduleId)
                .param("owner", owner == null ? "" : owner.toString())
                .query(Sale.class)
                .optional();
    }

    /** How many seats a schedule has; 0 while they are not known. */
    public int seats(UUID scheduleId) {
        return database.sql()
                .sql("select coalesce((select seats from stocks where schedule_id = ?), 0)")
                .param(scheduleId)
                .query(Integer.class)
                .single();
    }

    private static final String WHERE_CURRENT =
            """
            where s.queued and now() > s.sale_opens_at - interval '1 hour'
              and now() < s.sale_closes_at + interval '1 hour'
            """;

    /** All sales from an hour before their opening to an hour after their end, read in pages. */
    public List<Sale> current() {
        List<Sale> all = new ArrayList<>();
        UUID after = new UUID(0, 0);
        List<Sale> page;
        do {
            page =
                    database.sql()
                            .sql(SELECT + WHERE_CURRENT + "and s.id > ? order by s.id limit ?")
                            .params(after, PAGE)
                            .query(Sale.class)
                            .list();
            all.addAll(page);
            after = page.isEmpty() ? after : page.getLast().id();
        } while (page.size() == PAGE);
        return all;
    }

    /** One page of the current sales, the one that ends first at the front. */
    public List<Sale> current(int size, int offset) {
        return database.sql()
                .sql(SELECT + WHERE_CURRENT + "order by s.sale_closes_at, s.id limit ? offset ?")
                .params(size, offset)
                .query(Sale.class)
                .list();
    }

    /** All sales that have changed since, current or not. */
    List<Sale> changedSince(Instant since) {
        return database.sql()
                .sql(SELECT + "where q.changed_at > ?")
                .param(Times.param(since))
                .query(Sale.class)
                .list();
    }

    /** Sales that ended this many hours ago or earlier, whose line Redis still has. */
    public List<Sale> toClean(long hours, int max) {
        return database.sql()
                .sql(
                        SELECT
                                + """
                                where q.cleaned_at is null and q.epoch > 0
                                  and s.sale_closes_at < now() - ? * interval '1 hour'
                                order by s.sale_closes_at limit ?
                                """)
                .params(hours, max)
                .query(Sale.class)
                .list();
    }

    /** As many as {@link #toClean} would find in the end. */
    public long countToClean(long hours) {
        return database.sql()
                .sql(
                        """
                        select count(*) from schedules s join queues q on q.schedule_id = s.id
                        where q.cleaned_at is null and q.epoch > 0
                          and s.sale_closes_at < now() - ? * interval '1 hour'
                        """)
                .param(hours)
                .query(Long.class)
                .single();
    }

    /** Notes that the line of a sale was deleted from Redis. */
    public void cleaned(UUID scheduleId) {
        database.sql()
                .sql("update queues set cleaned_at = now() where schedule_id = ?")
                .param(scheduleId)
                .update();
    }

    // ---- what operators set

    /**
     * The settings that operators may change; those that are null stay.
     *
     * @param noticeKo what those who wait are told; empty for nothing, as is {@code noticeEn}
     */
    public record Change(
            @Nullable Integer admitPerSecond,
            @Nullable Integer maxActive,
            @Nullable Integer capacity,
            @Nullable Boolean paused,
            @Nullable Boolean draining,
            @Nullable Boolean followLoad,
            @Nullable String noticeKo,
            @Nullable String noticeEn) {

        public Change(
                @Nullable Integer admitPerSecond,
                @Nullable Integer maxActive,
                @Nullable Integer capacity,
                @Nullable Boolean paused,
                @Nullable Boolean draining,
                @Nullable Boolean followLoad) {
            this(admitPerSecond, maxActive, capacity, paused, draining, followLoad, null, null);
        }

        public Change(
                @Nullable Integer admitPerSecond,
                @Nullable Integer maxActive,
                @Nullable Integer capacity,
                @Nullable Boolean paused,
                @Nullable Boolean draining) {
            this(admitPerSecond, maxActive, capacity, paused, draining, null);
        }
    }

    /** False if there is no such waiting room. */
    public boolean change(UUID scheduleId, Change change) {
        return database.sql()
                        .sql(
                                """
                                update queues set
                                    admit_per_second = coalesce(:rate, admit_per_second),
                                    max_active = coalesce(:active, max_active),
                                    capacity = coalesce(:capacity, capacity),
                                    paused = coalesce(:paused, paused),
                                    draining = coalesce(:draining, draining),
                                    follow_load = coalesce(:follow, follow_load),
                                    notice_ko = nullif(coalesce(:noticeKo, notice_ko), ''),
                                    notice_en = nullif(coalesce(:noticeEn, notice_en), ''),
                                    settings_version = settings_version + 1
                                where schedule_id = :id
                                """)
                        .param("rate", change.admitPerSecond, java.sql.Types.INTEGER)
                        .param("active", change.maxActive, java.sql.Types.INTEGER)
                        .param("capacity", change.capacity, java.sql.Types.INTEGER)
                        .param("paused", change.paused, java.sql.Types.BOOLEAN)
                        .param("draining", change.draining, java.sql.Types.BOOLEAN)
                        .param("follow", change.followLoad, java.sql.Types.BOOLEAN)
                        .param("noticeKo", change.noticeKo, java.sql.Types.VARCHAR)
                        .param("noticeEn", change.noticeEn, java.sql.Types.VARCHAR)
                        .param("id", scheduleId)
                        .update()
                == 1;
    }
}
