package onsale.platform.messaging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import onsale.platform.db.Database;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What is known about each partition that a context writes to: up to which offset Kafka has
 * acknowledged messages, and up to which offset all consumers had read at the last check.
 */
final class Positions {

    private static final int SEQS_AT_ONCE = 20_000;

    private final Database database;

    Positions(Database database) {
        this.database = database;
    }

    /**
     * A partition as of the last check. Times are text in PostgreSQL's format, which has infinity.
     *
     * @param consumers separated by commas
     * @param topicId null before the first check, empty if there was no such topic
     * @param readAt when this row was read; messages published later are not part of it
     */
    record Position(
            String topic,
            int topicPartition,
            String consumers,
            @Nullable String topicId,
            int leaderEpoch,
            long endOffset,
            long heardOffset,
            String since,
            String checkedAt,
            String readAt) {

        List<String> consumerNames() {
            return consumers.isEmpty() ? List.of() : List.of(consumers.split(","));
        }
    }

    /** The messages of a partition to publish again, from an offset up to another, exclusive. */
    record Missing(Position position, long from, long until) {}

    /** The offset up to which Kafka has acknowledged a batch in one partition. */
    record Reached(String topic, int partition, long end, String consumers) {

        static List<Reached> by(List<OutboxStore.Acknowledged> batch) {
            Map<TopicPartition, Long> ends = new HashMap<>();
            Map<TopicPartition, TreeSet<String>> consumers = new HashMap<>();
            for (OutboxStore.Acknowledged one : batch) {
                TopicPartition partition = new TopicPartition(one.row().topic(), one.partition());
                ends.merge(partition, one.offset() + 1, Math::max);
                consumers
                        .computeIfAbsent(partition, none -> new TreeSet<>())
                        .addAll(one.row().consumers());
            }
            List<Reached> all = new ArrayList<>(ends.size());
            ends.forEach((partition, end) ->
                    all.add(
                            new Reached(
                                    partition.topic(),
                                    partition.partition(),
                                    end,
                                    String.join(
                                            ",",
                                            consumers.getOrDefault(partition, new TreeSet<>())))));
            return all;
        }
    }

    List<Position> read() {
        return database.sql()
                .sql(
                        """
                        select topic, topic_partition,
                               array_to_string(consumers, ',') as consumers, topic_id, leader_epoch,
                               end_offset, heard_offset, since::text as since,
                               checked_at::text as checked_at, now()::text as read_at
                        from common.outbox_positions order by topic, topic_partition
                        """)
                .query(Position.class)
                .list();
    }

    /** Notes that nothing is missing; does nothing if another process has checked meanwhile. */
    void confirm(Position seen, String topicId, int leaderEpoch, long heardOffset) {
        database.sql()
                .sql(
                        """
                        update common.outbox_positions
                        set topic_id = ?, leader_epoch = ?, checked_at = ?::timestamptz,
                            heard_offset = greatest(heard_offset, ?)
                        where topic = ? and topic_partition = ? and checked_at = ?::timestamptz
                        """)
                .params(
                        topicId,
                        leaderEpoch,
                        seen.readAt(),
                        heardOffset,
                        seen.topic(),
                        seen.topicPartition(),
                        seen.checkedAt())
                .update();
    }

    /** Starts over with a partition whose missing messages are being published again. */
    void restart(Position seen, String topicId, int leaderEpoch, long end) {
        database.sql()
                .sql(
                        """
                        update common.outbox_positions
                        set topic_id = ?, leader_epoch = ?, end_offset = ?, heard_offset = 0,
                            since = checked_at, checked_at = ?::timestamptz
                        where topic = ? and topic_partition = ? and checked_at = ?::timestamptz
                        """)
                .params(
                        topicId,
                        leaderEpoch,
                        end,
                        seen.readAt(),
                        seen.topic(),
                        seen.topicPartition(),
                        seen.checkedAt())
                .update();
    }

    /**
     * Marks messages that may be missing as not published: those at the given offsets, and all that
     * were published since the last check, whose offsets may date from before or after the loss.
     * Returns how many were marked.
     */
    long markUnpublished(String topic, List<Missing> missing) {
        return inPortions((after, upTo) ->
                database.sql()
                        .sql(
                                """
                                update common.outbox_events e
                                set published = false, published_at = null
                                from unnest(:partitions::int[], :froms::bigint[], :untils::bigint[],
                                            :sinces::timestamptz[], :checks::timestamptz[])
                                         m (topic_partition, from_offset, until_offset, since,
                                            checked_at)
                                where e.service = current_user and e.topic = :topic
                                  and e.topic_partition = m.topic_partition
                                  and e.published and e.seq > :after and e.seq <= :upTo
                                  and e.published_at >= m.since
                                  and (e.published_at >= m.checked_at
                                       or e.topic_offset >= m.from_offset
                                          and e.topic_offset < m.until_offset)
                                """)
                        .param("topic", topic)
                        .param("after", after)
                        .param("upTo", upTo)
                        .param(
                                "partitions",
                                missing.stream()
                                        .map(m -> m.position().topicPartition())
                                        .toArray(Integer[]::new))
                        .param("froms", missing.stream().map(Missing::from).toArray(Long[]::new))
                        .param("untils", missing.stream().map(Missing::until).toArray(Long[]::new))
                        .param(
                                "sinces",
                                missing.stream()
                                        .map(m -> m.position().since())
                                        .toArray(String[]::new))
                        .param(
                                "checks",
                                missing.stream()
                                        .map(m -> m.position().checkedAt())
                                        .toArray(String[]::new))
                        .update());
    }

    private interface Portion {
        int run(long after, long upTo);
    }

    /** Runs a statement over a bounded part of the table at a time, each in its own transaction. */
    private long inPortions(Portion portion) {
        long[] range =
                database.sql()
                        .sql(
                                """
                                select coalesce(min(seq), 0), coalesce(max(seq), 0)
                                from common.outbox_events
                                """)
                        .query((row, n) -> new long[] {row.getLong(1), row.getLong(2)})
                        .single();
        long count = 0;
        for (long after = range[0] - 1; after < range[1]; after += SEQS_AT_ONCE) {
            count += portion.run(after, after + SEQS_AT_ONCE);
        }
        return count;
    }
}
