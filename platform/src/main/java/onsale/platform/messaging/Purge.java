package onsale.platform.messaging;

import java.time.Duration;
import onsale.platform.db.Database;

/** Forgets what nobody needs any more, a bounded number of rows at a time. */
public final class Purge {

    private static final int ROWS_MAX = 10_000;

    private final Database database;
    private final MessagingSettings settings;

    public Purge(Database database, MessagingSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    /**
     * Returns how many rows went; at most {@value #ROWS_MAX} of each kind. Messages are looked at
     * in the order in which they were recorded, so that no index has to be kept for this.
     */
    public int run() {
        int outbox =
                delete(
                        """
                        with oldest as (
                            select seq, published_at from common.outbox_events
                            order by seq limit :max)
                        delete from common.outbox_events e using oldest
                        where e.seq = oldest.seq
                          and oldest.published_at < now() - :seconds * interval '1 second'
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
        return outbox + inbox;
    }

    private int delete(String sql, Duration olderThan) {
        return database.sql()
                .sql(sql)
                .param("seconds", olderThan.toSeconds())
                .param("max", ROWS_MAX)
                .update();
    }
}
