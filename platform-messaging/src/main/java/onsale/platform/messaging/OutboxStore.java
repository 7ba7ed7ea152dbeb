package onsale.platform.messaging;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.ToLongFunction;
import onsale.platform.db.Database;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

/**
 * The relay's SQL. Leases and marks are committed without waiting for the disk: if a crash loses
 * them, messages are sent twice, and the inbox drops the duplicates.
 */
final class OutboxStore {

    record Row(
            long seq,
            UUID id,
            int shard,
            String topic,
            String key,
            String type,
            byte[] payload,
            String headers,
            int retryCount) {

        /** The consumers it is sealed for. */
        List<String> consumers() {
            return MessageCodec.readHeaders(headers).keySet().stream()
                    .filter(name -> name.startsWith(MessageHeaders.MAC))
                    .map(name -> name.substring(MessageHeaders.MAC.length()))
                    .toList();
        }
    }

    /**
     * Switches bitmap scans off for the query that follows in the same round trip. A bitmap scan
     * looks at every row that the index has pointed to since the last vacuum. Rows leave the index
     * of the outbox soon after they came, so that is nearly all of them. A plain index scan marks
     * the entries of such rows, and the next one skips them.
     */
    static final String NO_BITMAP_SCAN = "select set_config('enable_bitmapscan', 'off', true)";

    static final String SHARDS_WITH_WORK =
            """
            select s.shard from common.outbox_shards s
            where exists (select from common.outbox_events e
                          where e.service = s.service and e.shard = s.shard
                            and not e.published and e.dead_at is null)
            """;

    static final String UNPUBLISHED =
            """
            select seq, id, shard, topic, message_key as key, event_type as type, payload,
                   headers, retry_count
            from common.outbox_events
            where service = current_user and shard = any(?)
              and not published and dead_at is null
              and (topic, message_key) not in (
                  select e.topic, e.message_key
                  from common.outbox_shards s
                  join common.outbox_events e
                      on e.service = s.service and e.shard = s.shard
                  where s.shard = any(?) and s.backing_off_until > now()
                    and not e.published and e.dead_at is null
                    and e.next_attempt_at > now())
            order by seq limit ?
            """;

    private static final RowMapper<Row> ROWS = new SimplePropertyRowMapper<>(Row.class);
    private static final RowMapper<Integer> SHARD = (row, n) -> row.getInt("shard");

    /** Joined to a statement, makes its commit not wait for the disk. */
    private static final String RELAXED =
            " (select set_config('synchronous_commit', 'off', true)) relaxed ";

    private static final String HAS_WORK =
            """
            exists (select from common.outbox_events e
                    where e.service = w.service and e.shard = w.shard
                      and not e.published and e.dead_at is null)
            """;

    private static final String LEASE =
            """
            update common.outbox_shards s
            set owner = ?, lease_until = now() + ? * interval '1 millisecond'
            from (select service, shard from common.outbox_shards w
                  where shard = any(?) and (lease_until < now() or owner = ?) and
            """
                    + HAS_WORK
                    + " order by shard for update skip locked) free, "
                    + RELAXED
                    + """
                    where s.service = free.service and s.shard = free.shard
                    returning s.shard
                    """;

    private static final String MINE =
            "any(array(select shard from common.outbox_shards where shard = any(?) and owner = ?"
                    + " and lease_until > now()))";

    private static final String BUSY =
            """
            select shard from common.outbox_shards w
            where shard = any(?) and owner <> ? and lease_until > now() and
            """
                    + HAS_WORK;

    private static final String LEASE_AND_READ =
            String.join(";\n", NO_BITMAP_SCAN, LEASE, UNPUBLISHED.replace("any(?)", MINE), BUSY);

    private static final String RELEASE =
            "update common.outbox_shards set lease_until = '-infinity' from "
                    + RELAXED
                    + "where owner = :owner and shard = any(:shards)";

    private final Database database;

    OutboxStore(Database database) {
        this.database = database;
    }

    void createShards() {
        database.sql()
                .sql(
                        """
                        insert into common.outbox_shards (shard)
                        select generate_series(0, ?) on conflict do nothing
                        """)
                .param(Outbox.SHARDS - 1)
                .update();
    }

    /** The shards with unpublished messages, whether leased or not. */
    List<Integer> shardsWithWork() {
        return database.queryAfter(NO_BITMAP_SCAN, SHARDS_WITH_WORK, SHARD);
    }

    /**
     * What a relay got of the shards it wanted.
     *
     * @param shards those that had work and are leased now
     * @param rows their first unpublished messages
     * @param busy those that have work and are leased by another relay
     */
    record Leased(List<Integer> shards, List<Row> rows, List<Integer> busy) {}

    /** Leases those of the wanted shards that are free and have unpublished messages, and reads. */
    Leased leaseAndRead(UUID owner, Collection<Integer> wanted, Duration lease, int max) {
        Integer[] shards = wanted.toArray(Integer[]::new);
        return database.together(
                LEASE_AND_READ,
                results -> {
                    List<Integer> leased = results.skip(1).next(SHARD);
                    List<Row> rows = results.next(ROWS);
                    return new Leased(leased, rows, results.next(SHARD));
                },
                owner,
                lease.toMillis(),
                shards,
                owner,
                shards,
                owner,
                shards,
                owner,
                max,
                shards,
                owner);
    }

    void release(UUID owner, Collection<Integer> shards) {
        database.sql()
                .sql(RELEASE)
                .param("owner", owner)
                .param("shards", shards.toArray(Integer[]::new))
                .update();
    }

    /** The first unpublished messages of the shards, in order, except for keys that back off. */
    List<Row> unpublished(Collection<Integer> shards, int max) {
        Integer[] array = shards.toArray(Integer[]::new);
        return database.queryAfter(NO_BITMAP_SCAN, UNPUBLISHED, ROWS, array, array, max);
    }

    /** A message that Kafka has acknowledged, and where. */
    record Acknowledged(Row row, int partition, long offset) {}

    /**
     * Marks messages as published and updates {@link Positions}.
     *
     * @param release shards whose leases end in the same round trip
     */
    void markPublished(List<Acknowledged> acknowledged, UUID owner, Collection<Integer> release) {
        List<Positions.Reached> reached = Positions.Reached.by(acknowledged);
        database.sql()
                .sql(
                        """
                        with marked as (
                            update common.outbox_events e
                            set published = true, published_at = now(), last_error = null,
                                topic_partition = a.topic_partition, topic_offset = a.topic_offset
                            from unnest(:seqs::bigint[], :partitions::int[], :offsets::bigint[])
                                     a (seq, topic_partition, topic_offset),
                        """
                                + RELAXED
                                + """
                                    where e.seq = a.seq)
                                insert into common.outbox_positions as p
                                    (topic, topic_partition, end_offset, consumers)
                                select topic, topic_partition, end_offset,
                                       string_to_array(consumers, ',')
                                from unnest(:topics::text[], :reached::int[], :ends::bigint[],
                                            :consumers::text[])
                                         r (topic, topic_partition, end_offset, consumers)
                                order by topic, topic_partition
                                on conflict (service, topic, topic_partition) do update
                                set end_offset = greatest(p.end_offset, excluded.end_offset),
                                    consumers = case
                                        when p.consumers @> excluded.consumers then p.consumers
                                        else array(select distinct unnest(
                                                       p.consumers || excluded.consumers) order by 1)
                                        end;
                                """
                                + RELEASE)
                .param("owner", owner)
                .param("shards", release.toArray(Integer[]::new))
                .param("seqs", array(acknowledged, a -> a.row().seq()))
                .param("partitions", array(acknowledged, Acknowledged::partition))
                .param("offsets", array(acknowledged, Acknowledged::offset))
                .param(
                        "topics",
                        reached.stream().map(Positions.Reached::topic).toArray(String[]::new))
                .param("reached", array(reached, Positions.Reached::partition))
                .param("ends", array(reached, Positions.Reached::end))
                .param(
                        "consumers",
                        reached.stream().map(Positions.Reached::consumers).toArray(String[]::new))
                .update();
    }

    private static <T> Long[] array(List<T> values, ToLongFunction<T> number) {
        return values.stream().map(number::applyAsLong).toArray(Long[]::new);
    }

    /** Counts a failed attempt; the last one makes the message a dead letter. */
    void markFailed(long seq, String error, Duration backOff, boolean dead) {
        database.sql()
                .sql(
                        """
                        with failed as (
                            update common.outbox_events
                            set retry_count = retry_count + 1, last_error = left(:error, 1000),
                                next_attempt_at = now() + :millis * interval '1 millisecond',
                                dead_at = case when :dead then now() end
                            where seq = :seq and not published
                            returning service, shard, next_attempt_at)
                        update common.outbox_shards s
                        set backing_off_until = greatest(backing_off_until, next_attempt_at)
                        from failed where s.service = failed.service and s.shard = failed.shard
                        """)
                .param("error", error)
                .param("millis", backOff.toMillis())
                .param("dead", dead)
                .param("seq", seq)
                .update();
    }
}
