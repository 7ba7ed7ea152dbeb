package onsale.ops;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The waiting messages and dead letters of all contexts, and what operators can do with them. */
public final class OperatorMessages {

    /**
     * The messages of one context.
     *
     * @param service the context's role in the database
     * @param waiting recorded and not yet published
     * @param oldestAt when the oldest waiting message was recorded
     * @param refused given up because Kafka did not accept them
     * @param unhandled given up because the context could not handle them
     * @param rejected because they are broken or forged
     */
    public record Summary(
            String service,
            long waiting,
            @Nullable Instant oldestAt,
            long refused,
            long unhandled,
            long rejected) {

        long dead() {
            return refused + unhandled + rejected;
        }
    }

    /** Why a message was given up; see {@link Summary}. */
    public enum Kind {
        REFUSED,
        UNHANDLED,
        REJECTED
    }

    /**
     * A message that was given up.
     *
     * @param consumer the one that could not handle it; null if it was never published
     * @param redriveAsked whether a redrive was requested and its context is about to retry
     */
    public record DeadLetter(
            UUID id,
            String service,
            Kind kind,
            @Nullable String consumer,
            String topic,
            String type,
            String error,
            Instant deadAt,
            boolean redriveAsked) {}

    private final Database database;

    public OperatorMessages(Database database) {
        this.database = database;
    }

    public List<Summary> summary() {
        return database.sql()
                .sql(
                        """
                        select service, waiting, oldest_at, refused, unhandled,
                               forged as rejected
                        from common.outbox_summary()
                        """)
                .query(Summary.class)
                .list();
    }

    /** Lists dead letters, the oldest first. */
    public List<DeadLetter> deadLetters(int max) {
        return database.sql()
                .sql("select * from common.dead_letters(?)")
                .param(max)
                .query(DeadLetter.class)
                .list();
    }

    /** Requests a redrive of those ids that are dead letters; returns their number. */
    public long redrive(List<UUID> ids) {
        return database.sql()
                .sql("select common.redrive_dead_letters(?::uuid[])")
                .param(ids.toArray(UUID[]::new))
                .query(Long.class)
                .single();
    }

    public long redriveAll() {
        return database.sql()
                .sql("select common.redrive_dead_letters(null)")
                .query(Long.class)
                .single();
    }

    /** Publishes waiting messages now, including those that were refused a moment ago. */
    public long publishWaiting(int max) {
        return database.sql()
                .sql("select common.publish_outbox(?)")
                .param(max)
                .query(Long.class)
                .single();
    }

    /** Publishes everything recorded since then again; consumers drop duplicates. */
    public long republish(Instant since) {
        long republished = 0;
        @Nullable Long after = 0L;
        while (after != null) {
            Portion portion =
                    database.sql()
                            .sql("select * from common.republish_outbox(?, ?)")
                            .params(Times.param(since), after)
                            .query(Portion.class)
                            .single();
            republished += portion.republished();
            after = portion.nextAfter();
        }
        return republished;
    }

    private record Portion(long republished, @Nullable Long nextAfter) {}
}
