package onsale.platform.messaging;

import java.time.Duration;
import onsale.platform.db.Database;

/** Deletes old rows of outbox, inbox and dead letters, a bounded number at a time. */
final class Purge {

    private static final int ROWS_MAX = 10_000;
    private static final int COUNTED_MAX = 200_000;

    private final Database database;
    private final MessagingSettings settings;

    Purge(Database database, MessagingSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    /**
     * Deletes at most {@value #ROWS_MAX} rows of each kind and returns how many it deleted.
     * Messages are visited in the order in which they were recorded, so that this needs no index of
     * its own. A message that a consumer may not have read is kept, however old it is.
     */
    int run() {
        int outbox =
                delete(
                        """
                        with oldest as (
                            select seq, topic, topic_partition, topic_offset, published_at
                            from common.outbox_events order by seq limit :max)
                        delete from common.outbox_events e
                        using oldest join common.outbox_positions p
                            on p.topic = oldest.topic
                           and p.topic_partition = oldest.topic_partition
                        where e.seq = oldest.seq
                          and oldest.published_at < now() - :seconds * interval '1 second'
                          and (oldest.published_at < p.since
                               or oldest.topic_offset < p.heard_offset)
                        """,
                        settings.keepPublished());
        int inbox =
                delete(
                        """
                        delete from common.processed_events where (event_id, consumer_service) in (
                            select event_id, consumer_service from common.processed_events
                            where processed_at < now() - :seconds * interval '1 second'
                            limit :max)
                        """,
                        settings.keepProcessed());
        int redriven =
                delete(
                        """
                        delete from common.dlq_events where seq in (
                            select seq from common.dlq_events
                            where redriven_at < now() - :seconds * interval '1 second'
                            order by seq limit :max)
                        """,
                        settings.keepProcessed());
        return outbox + inbox + redriven;
    }

    /** Rows that are old enough to go, at most {@value #COUNTED_MAX} of each kind. */
    long waiting() {
        return count(
                        """
                        select count(*) from (
                            select from (select published_at from common.outbox_events
                                         order by seq limit :max) oldest
                            where published_at < now() - :seconds * interval '1 second') old
                        """,
                        settings.keepPublished())
                + count(
                        """
                        select count(*) from (
                            select from common.processed_events
                            where processed_at < now() - :seconds * interval '1 second'
                            limit :max) old
                        """,
                        settings.keepProcessed());
    }

    private long count(String sql, Duration olderThan) {
        return database.sql()
                .sql(sql)
                .param("seconds", olderThan.toSeconds())
                .param("max", COUNTED_MAX)
                .query(Long.class)
                .single();
    }

    private int delete(String sql, Duration olderThan) {
        return database.sql()
                .sql(sql)
                .param("seconds", olderThan.toSeconds())
                .param("max", ROWS_MAX)
                .update();
    }
}
