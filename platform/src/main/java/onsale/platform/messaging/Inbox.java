package onsale.platform.messaging;

import java.util.UUID;
import onsale.platform.db.Database;

/**
 * Makes an effect happen once per message and consumer: the row that remembers it and the effect
 * share a transaction, so there is never one without the other.
 */
public final class Inbox {

    private final Database database;
    private final String consumer;

    public Inbox(Database database, String consumer) {
        this.database = database;
        this.consumer = consumer;
    }

    /** Runs the effect unless this message had it before; tells whether it ran. */
    public boolean once(UUID id, String type, Runnable effect) {
        return database.inTransaction(() -> {
            int inserted =
                    database.sql()
                            .sql(
                                    """
                                    insert into common.processed_events
                                        (event_id, consumer_service, event_type)
                                    values (?, ?, ?) on conflict do nothing
                                    """)
                            .params(id, consumer, type)
                            .update();
            if (inserted == 1) {
                effect.run();
            }
            return inserted == 1;
        });
    }
}
