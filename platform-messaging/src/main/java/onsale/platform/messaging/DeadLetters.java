package onsale.platform.messaging;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;

/**
 * Messages that were given up: those that the broker refused, which stay in the outbox, and those
 * that a consumer of this context could not handle or rejected. Each is kept until an operator
 * redrives it.
 */
public final class DeadLetters {

    /** The suffix of the topic on which a consumer's dead letters are announced. */
    static final String TOPIC_SUFFIX = ".dlq";

    /** How many rejected records are kept, so that a forger cannot fill the database. */
    private static final int REJECTED_MAX = 1_000;

    private static final int TEXT_MAX = 100;

    /** A message that the broker refused. */
    public record Refused(UUID id, String topic, String type, String lastError) {}

    /** A message that a consumer could not handle or rejected. */
    public record Unhandled(UUID id, String consumer, String topic, String type, String error) {}

    /** Announces a dead letter to other systems; the message itself stays in {@code dlq_events}. */
    @MessageContract(owner = MessageContract.ANYBODY)
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

    /** Sends a refused message again, with all its attempts; false if there is no such one. */
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

    /** Keeps a message that could not be handled; called in the transaction of its inbox row. */
    void giveUp(Incoming message, String consumer, String error) {
        insert(message, consumer, error, false);
    }

    /** Keeps a record that is broken or forged; its fields are cleaned, since none is trusted. */
    void reject(Incoming kept, String consumer, String why) {
        Map<String, String> headers = new HashMap<>();
        kept.headers().forEach((name, value) -> headers.put(text(name), text(value)));
        insert(
                new Incoming(
                        kept.id(),
                        kept.topic(),
                        cut(text(kept.key())),
                        cut(text(kept.type())),
                        kept.payload(),
                        headers),
                consumer,
                why,
                true);
    }

    private void insert(Incoming message, String consumer, String error, boolean rejected) {
        int inserted =
                database.sql()
                        .sql(
                                """
                                insert into common.dlq_events
                                    (event_id, consumer_service, topic, message_key, event_type,
                                     payload, headers, error, forged)
                                select :id, :consumer, :topic, :key, :type, :payload,
                                       :headers::jsonb, left(:error, 2000), :rejected
                                where not :rejected
                                   or (select count(*) from common.dlq_events
                                       where consumer_service = :consumer and forged
                                         and redriven_at is null) < :max
                                on conflict (event_id, consumer_service) do update
                                    set error = excluded.error, redriven_at = null,
                                        redrive_asked_at = null
                                """)
                        .param("id", message.id())
                        .param("consumer", consumer)
                        .param("topic", message.topic())
                        .param("key", message.key())
                        .param("type", message.type())
                        .param("payload", message.payload())
                        .param("headers", MessageCodec.writeHeaders(message.headers()))
                        .param("error", error)
                        .param("rejected", rejected)
                        .param("max", REJECTED_MAX)
                        .update();
        if (inserted > 0) {
            outbox.record(
                    new Outgoing(
                            message.topic() + TOPIC_SUFFIX,
                            message.key().isEmpty() ? message.id().toString() : message.key(),
                            new DeadLettered(message.id(), consumer, message.type(), error)));
        }
    }

    /** The dead letters that operators want to be handled again, oldest first. */
    List<UUID> asked(String consumer, int max) {
        return database.sql()
                .sql(
                        """
                        select event_id from common.dlq_events
                        where consumer_service = ? and redriven_at is null
                          and redrive_asked_at is not null
                        order by seq limit ?
                        """)
                .params(consumer, max)
                .query(UUID.class)
                .list();
    }

    /** Marks a dead letter as redriven; called in the transaction that handles it. */
    Optional<Incoming> take(UUID id, String consumer) {
        return database.sql()
                .sql(
                        """
                        update common.dlq_events set redriven_at = now()
                        where event_id = ? and consumer_service = ? and redriven_at is null
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
    }

    /** Notes that redriving failed; the dead letter stays until an operator asks again. */
    void failedAgain(UUID id, String consumer, String error) {
        database.sql()
                .sql(
                        """
                        update common.dlq_events
                        set redrive_asked_at = null, error = left(?, 2000)
                        where event_id = ? and consumer_service = ? and redriven_at is null
                        """)
                .params(error, id, consumer)
                .update();
    }

    /** Removes NUL characters, which PostgreSQL does not store in text. */
    private static String text(String any) {
        return any.replace("\0", "");
    }

    private static String cut(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX);
    }
}
