package onsale.platform.messaging;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.db.Database;

/**
 * Runs an effect once per message and consumer: the effect and the row that remembers it share a
 * transaction, so that neither exists without the other.
 */
final class Inbox {

    private final Database database;
    private final String consumer;

    Inbox(Database database, String consumer) {
        this.database = database;
        this.consumer = consumer;
    }

    /**
     * Remembers messages in the caller's transaction, by one statement. Returns those that were not
     * known, each once, in their order.
     */
    List<Incoming> remember(List<Incoming> messages) {
        Set<UUID> isNew =
                new HashSet<>(
                        database.sql()
                                .sql(
                                        """
                                        insert into common.processed_events
                                            (event_id, consumer_service, event_type)
                                        select m.id, ?, m.type
                                        from unnest(?::uuid[], ?::text[]) m (id, type)
                                        order by m.id on conflict do nothing returning event_id
                                        """)
                                .params(
                                        consumer,
                                        messages.stream().map(Incoming::id).toArray(UUID[]::new),
                                        messages.stream()
                                                .map(Incoming::type)
                                                .toArray(String[]::new))
                                .query(UUID.class)
                                .list());
        return messages.stream().filter(message -> isNew.remove(message.id())).toList();
    }

    /** Runs the effect unless it ran for this message before; returns whether it ran. */
    boolean once(UUID id, String type, Runnable effect) {
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
