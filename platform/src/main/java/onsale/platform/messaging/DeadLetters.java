package onsale.platform.messaging;

import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;

/**
 * Messages that were given up: those the broker refused (still in the outbox) and those a consumer
 * of this context could not handle. Each waits here until somebody redrives it.
 */
public final class DeadLetters {

    /** The suffix of the topic that tells the world about a consumer's dead letter. */
    static final String TOPIC_SUFFIX = ".dlq";

    public record Refused(UUID id, String topic, String type, String lastError) {}

    public record Unhandled(UUID id, String consumer, String topic, String type, String error) {}

    /** Tells other systems; the message itself stays in {@code dlq_events}. */
    public record DeadLettered(UUID id, String consumer, String type, String error) {}

    private final Database database;
    private final Outbox outbox;

    public DeadLetters(Database database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    public List<Refused> refused(int max) {
        return database.sql()
                .sql(
                        """
                        select id, topic, event_type as type, last_error from common.outbox_events
                        where service = current_user and not published and dead_at is not null
                        order by seq limit ?
                        """)
                .param(max)
                .query(Refused.class)
                .list();
    }

    /** The broker gets it again, with all its attempts; false if there is no such dead letter. */
    public boolean redriveRefused(UUID id) {
        return database.sql()
                        .sql(
                                """
                                update common.outbox_events
                                set dead_at = null, retry_count = 0, next_attempt_at = null
                                where service = current_user and id = ?
                                  and not published and dead_at is not null
                                """)
                        .param(id)
                        .update()
                == 1;
    }

    public List<Unhandled> unhandled(int max) {
        return database.sql()
                .sql(
                        """
                        select event_id as id, consumer_service as consumer, topic,
                               event_type as type, error
                        from common.dlq_events where redriven_at is null order by seq limit ?
                        """)
                .param(max)
                .query(Unhandled.class)
                .list();
    }

    /** In the transaction that also marks the message as processed. */
    void giveUp(Incoming message, String consumer, String error) {
        database.sql()
                .sql(
                        """
                        insert into common.dlq_events
                            (event_id, consumer_service, topic, message_key, event_type, payload,
                             headers, error)
                        values (?, ?, ?, ?, ?, ?, ?::jsonb, left(?, 2000))
                        on conflict (event_id, consumer_service)
                            do update set error = excluded.error, redriven_at = null
                        """)
                .params(
                        message.id(),
                        consumer,
                        message.topic(),
                        message.key(),
                        message.type(),
                        message.payload(),
                        MessageCodec.writeHeaders(message.headers()),
                        error)
                .update();
        outbox.record(
                new Outgoing(
                        message.topic() + TOPIC_SUFFIX,
                        message.key(),
                        new DeadLettered(message.id(), consumer, message.type(), error)));
    }

    /** Handles it again, here and now: effect, inbox row and the end of the dead letter are one. */
    public boolean redriveUnhandled(UUID id, String consumer, Handlers handlers) {
        return database.inTransaction(() -> {
            var found =
                    database.sql()
                            .sql(
                                    """
                                    update common.dlq_events set redriven_at = now()
                                    where event_id = ? and consumer_service = ?
                                      and redriven_at is null
                                    returning topic, message_key, event_type, payload, headers
                                    """)
                            .params(id, consumer)
                            .query((row, n) ->
                                    new Incoming(
                                            id,
                                            row.getString("topic"),
                                            row.getString("message_key"),
                                            row.getString("event_type"),
                                            row.getBytes("payload"),
                                            MessageCodec.readHeaders(row.getString("headers"))))
                            .optional();
            found.ifPresent(handlers::handle);
            return found.isPresent();
        });
    }
}
