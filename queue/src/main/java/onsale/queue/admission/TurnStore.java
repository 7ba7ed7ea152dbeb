package onsale.queue.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.queue.line.Fan;

/** The table of turns. A row decides who is inside. */
public final class TurnStore {

    private static final String COLUMNS =
            """
            id, schedule_id, user_id, person, place, expires_at, extensions,
            released_at is not null or expires_at <= now() as over
            """;

    private final Database database;

    public TurnStore(Database database) {
        this.database = database;
    }

    /**
     * Inserts the row that lets the fan in. There is none for a place that was given up, none if
     * the epoch has ended meanwhile, and none after the given moment: then Redis may have called
     * somebody else instead. Repeated, it changes nothing. The statement that ends an epoch waits
     * for this one.
     */
    void insert(
            UUID id,
            UUID scheduleId,
            Fan fan,
            long place,
            int epoch,
            Instant before,
            Duration tokenFor) {
        database.sql()
                .sql(
                        """
                        insert into turns (id, schedule_id, user_id, person, place, expires_at)
                        select ?, q.schedule_id, ?, ?, ?, now() + ? * interval '1 ms'
                        from queues q where q.schedule_id = ? and q.epoch = ? and now() < ?
                          and not exists (select from leaves l
                                          where l.schedule_id = q.schedule_id and l.place = ?)
                        for share of q
                        on conflict do nothing
                        """)
                .params(
                        id,
                        fan.userId(),
                        fan.person(),
                        place,
                        tokenFor.toMillis(),
                        scheduleId,
                        epoch,
                        Times.param(before),
                        place)
                .update();
    }

    public Optional<Turn> find(UUID scheduleId, long place) {
        return database.sql()
                .sql("select " + COLUMNS + "from turns where schedule_id = ? and place = ?")
                .params(scheduleId, place)
                .query(Turn.class)
                .optional();
    }

    Optional<Turn> find(UUID id) {
        return database.sql()
                .sql("select " + COLUMNS + "from turns where id = ?")
                .param(id)
                .query(Turn.class)
                .optional();
    }

    /** The turns of a schedule that have not ended. */
    public List<Turn> active(UUID scheduleId) {
        return database.sql()
                .sql(
                        "select "
                                + COLUMNS
                                + "from turns where schedule_id = ? and released_at is null")
                .param(scheduleId)
                .query(Turn.class)
                .list();
    }

    public List<Turn> active(Collection<UUID> scheduleIds) {
        return database.sql()
                .sql(
                        "select "
                                + COLUMNS
                                + "from turns where schedule_id = any(?) and released_at is null")
                .param(scheduleIds.toArray(UUID[]::new))
                .query(Turn.class)
                .list();
    }

    /** The schedules with turns that have not ended. */
    public List<UUID> schedulesWithTurns() {
        return database.sql()
                .sql("select distinct schedule_id from turns where released_at is null")
                .query(UUID.class)
                .list();
    }

    /** Hands over the turns of all schedules that have not ended, read in pages. */
    public void forEachActive(int pageSize, Consumer<Turn> consumer) {
        UUID after = new UUID(0, 0);
        List<Turn> page;
        do {
            page =
                    database.sql()
                            .sql(
                                    "select "
                                            + COLUMNS
                                            + """
                                            from turns where released_at is null and id > ?
                                            order by id limit ?
                                            """)
                            .params(after, pageSize)
                            .query(Turn.class)
                            .list();
            page.forEach(consumer);
            after = page.isEmpty() ? after : page.getLast().id();
        } while (page.size() == pageSize);
    }

    /**
     * Extends a turn by the full time, if the token is the latest one and an extension is left;
     * else changes nothing and returns false.
     */
    boolean extend(UUID id, Instant tokenExpiry, Duration tokenFor) {
        return database.sql()
                        .sql(
                                """
                                update turns set extensions = extensions + 1,
                                                 expires_at = now() + ? * interval '1 ms'
                                where id = ? and released_at is null and expires_at > now()
                                  and extensions < ? and date_trunc('second', expires_at) = ?
                                """)
                        .params(
                                tokenFor.toMillis(),
                                id,
                                Turn.EXTENSIONS_MAX,
                                Times.param(tokenExpiry))
                        .update()
                == 1;
    }

    /** Ends the turn that the fan has. */
    Optional<Turn> end(UUID scheduleId, UUID userId, Turn.End end) {
        return database.sql()
                .sql(
                        """
                        update turns set released_at = now(), released_reason = ?
                        where schedule_id = ? and user_id = ? and released_at is null returning
                        """
                                + COLUMNS)
                .params(end.name(), scheduleId, userId)
                .query(Turn.class)
                .optional();
    }

    /** Ends this turn, if it is the fan's and has not ended. */
    Optional<Turn> end(UUID id, UUID scheduleId, UUID userId, Turn.End end) {
        return database.sql()
                .sql(
                        """
                        update turns set released_at = now(), released_reason = ?
                        where id = ? and schedule_id = ? and user_id = ? and released_at is null
                        returning
                        """
                                + COLUMNS)
                .params(end.name(), id, scheduleId, userId)
                .query(Turn.class)
                .optional();
    }

    /** Ends turns whose time is over; several nodes may share the work. */
    List<Turn> expire(int max) {
        return database.sql()
                .sql(
                        """
                        update turns set released_at = now(), released_reason = 'EXPIRED'
                        where id in (select id from turns
                                     where released_at is null and expires_at <= now()
                                     order by expires_at limit ? for update skip locked)
                        returning
                        """
                                + COLUMNS)
                .param(max)
                .query(Turn.class)
                .list();
    }
}
