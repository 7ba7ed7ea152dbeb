package onsale.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** Admissions that were taken up, and who left before theirs. */
final class ClaimStore {

    static final int EXTENSIONS_MAX = 2;

    /** How an admission ends. */
    enum Reason {
        PAID,
        LEFT,
        EXPIRED
    }

    /**
     * A row.
     *
     * @param over ended, or about to be because its time is over
     */
    record Claim(
            UUID id,
            UUID scheduleId,
            UUID userId,
            UUID person,
            long place,
            Instant expiresAt,
            int extensions,
            boolean over) {

        Fan fan() {
            return new Fan(userId, person);
        }
    }

    private static final String COLUMNS =
            """
            id, schedule_id, user_id, person, place, expires_at, extensions,
            released_at is not null or expires_at <= now() as over
            """;

    private final Database database;

    ClaimStore(Database database) {
        this.database = database;
    }

    /**
     * The row that lets the fan in. None is made for a number that was given up, when the epoch has
     * ended meanwhile, nor after the given moment: then Redis may have given the place to somebody
     * else. Repeated, it changes nothing. Whoever ends an epoch waits for it.
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
                        insert into claims (id, schedule_id, user_id, person, place, expires_at)
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

    Optional<Claim> find(UUID scheduleId, long place) {
        return database.sql()
                .sql("select " + COLUMNS + "from claims where schedule_id = ? and place = ?")
                .params(scheduleId, place)
                .query(Claim.class)
                .optional();
    }

    Optional<Claim> find(UUID id) {
        return database.sql()
                .sql("select " + COLUMNS + "from claims where id = ?")
                .param(id)
                .query(Claim.class)
                .optional();
    }

    /** Everybody inside. */
    List<Claim> active(UUID scheduleId) {
        return database.sql()
                .sql(
                        "select "
                                + COLUMNS
                                + "from claims where schedule_id = ? and released_at is null")
                .param(scheduleId)
                .query(Claim.class)
                .list();
    }

    List<Claim> activeEverywhere(int max) {
        return database.sql()
                .sql("select " + COLUMNS + "from claims where released_at is null limit ?")
                .param(max)
                .query(Claim.class)
                .list();
    }

    /**
     * Once more the full time, if the token is the latest. With one that was extended before, and
     * after the last extension, nothing happens.
     */
    boolean extend(UUID id, Instant tokenExpiry, Duration tokenFor) {
        return database.sql()
                        .sql(
                                """
                                update claims set extensions = extensions + 1,
                                                  expires_at = now() + ? * interval '1 ms'
                                where id = ? and released_at is null and expires_at > now()
                                  and extensions < ? and date_trunc('second', expires_at) = ?
                                """)
                        .params(tokenFor.toMillis(), id, EXTENSIONS_MAX, Times.param(tokenExpiry))
                        .update()
                == 1;
    }

    Optional<Claim> release(UUID scheduleId, UUID userId, Reason reason) {
        return database.sql()
                .sql(
                        """
                        update claims set released_at = now(), released_reason = ?
                        where schedule_id = ? and user_id = ? and released_at is null returning
                        """
                                + COLUMNS)
                .params(reason.name(), scheduleId, userId)
                .query(Claim.class)
                .optional();
    }

    /** Ends those whose time is over; several nodes share the work. */
    List<Claim> expire(int max) {
        return database.sql()
                .sql(
                        """
                        update claims set released_at = now(), released_reason = 'EXPIRED'
                        where id in (select id from claims
                                     where released_at is null and expires_at <= now()
                                     order by expires_at limit ? for update skip locked)
                        returning
                        """
                                + COLUMNS)
                .param(max)
                .query(Claim.class)
                .list();
    }

    /** One that left. */
    record Left(UUID scheduleId, long place, UUID userId) {}

    void left(Collection<Left> all) {
        database.sql()
                .sql(
                        """
                        insert into leaves (schedule_id, place, user_id)
                        select * from unnest(?, ?, ?) on conflict do nothing
                        """)
                .params(
                        all.stream().map(Left::scheduleId).toArray(UUID[]::new),
                        all.stream().map(Left::place).toArray(Long[]::new),
                        all.stream().map(Left::userId).toArray(UUID[]::new))
                .update();
    }

    /** Which of these numbers were given up. */
    Set<Long> left(UUID scheduleId, List<Long> places) {
        return Set.copyOf(
                database.sql()
                        .sql("select place from leaves where schedule_id = ? and place = any(?)")
                        .params(scheduleId, places.toArray(Long[]::new))
                        .query(Long.class)
                        .list());
    }

    boolean hasLeft(UUID scheduleId, long place) {
        return database.sql()
                .sql("select exists (select from leaves where schedule_id = ? and place = ?)")
                .params(scheduleId, place)
                .query(Boolean.class)
                .single();
    }

    /** Numbers of earlier epochs that are used up, in order, after the given one. */
    List<Long> gone(UUID scheduleId, long after, int epoch, int max) {
        return database.sql()
                .sql(
                        """
                        select place from (
                            select place from claims where schedule_id = :id
                            union
                            select place from leaves where schedule_id = :id) used
                        where place > :after and place < :end order by place limit :max
                        """)
                .param("id", scheduleId)
                .param("after", after)
                .param("end", Place.of(epoch, 0))
                .param("max", max)
                .query(Long.class)
                .list();
    }
}
