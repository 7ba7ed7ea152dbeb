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

    /** Returns how many rows went; at most {@value #ROWS_MAX} of each kind. */
    public int run() {
        int outbox =
                delete(
                        """
                        delete from common.outbox_events where seq in (
                            select seq from common.outbox_events
                            where published and published_at < now() - ? * interval '1 second'
                            limit ?)
                        """,
                        settings.keepPublished());
        int inbox =
                delete(
                        """
                        delete from common.processed_events where (event_id, consumer_service) in (
                            select event_id, consumer_service from common.processed_events
                            where processed_at < now() - ? * interval '1 second'
                            limit ?)
                        """,
                        settings.keepProcessed());
        return outbox + inbox;
    }

    private int delete(String sql, Duration olderThan) {
        return database.sql().sql(sql).params(olderThan.toSeconds(), ROWS_MAX).update();
    }
}
