package onsale.platform.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import onsale.platform.db.Database;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Records messages in the transaction that makes them true. Call {@link #record} only after the row
 * of the message's key is locked: then the order of the rows is the order of the commits.
 *
 * <p>All messages of a transaction are inserted by one statement just before its commit. A message
 * that cannot be recorded is refused at once.
 */
public final class Outbox {

    static final int SHARDS = 16;
    private static final int ROWS_AT_ONCE = 100;
    private static final String ROW = "(?, ?, ?, ?, ?, ?, ?)";
    private static final String INSERT_INTO =
            """
            insert into outbox_events
                (id, shard, topic, message_key, event_type, payload, headers)
            """;
    private static final String INSERT = INSERT_INTO + "values ";

    private final Database database;
    private final Supplier<UUID> ids;
    private final ContextKeys keys;
    private volatile IntConsumer wake = shard -> {};

    public Outbox(Database database, Supplier<UUID> ids, ContextKeys keys) {
        this.database = database;
        this.ids = ids;
        this.keys = keys;
    }

    ContextKeys keys() {
        return keys;
    }

    /** Sets what is called after each commit with the shards that have work. */
    void onCommit(IntConsumer relay) {
        wake = relay;
    }

    public UUID record(Outgoing message) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a message is recorded inside a transaction");
        }
        Statement statement = statement(message);
        waiting().messages.add(statement);
        return statement.id;
    }

    /** Returns the insert of a message, for a caller that sends its whole transaction at once. */
    public Statement statement(Outgoing message) {
        UUID id = ids.get();
        Contract contract = Contract.of(message.body().getClass());
        Map<String, String> headers = MessageHeaders.current(id);
        byte[] payload = MessageCodec.encode(message.body(), headers);
        keys.seal(contract, id, message.topic(), message.key(), payload, headers);
        int shard = shard(message.key());
        return new Statement(
                id,
                shard,
                List.of(
                        id,
                        shard,
                        message.topic(),
                        message.key(),
                        contract.type(),
                        payload,
                        MessageCodec.writeHeaders(headers)));
    }

    /** Wakes the relay after the transaction of a {@link Statement} has committed, or may have. */
    public void committed(Statement statement) {
        wake.accept(statement.shard);
    }

    /** One insert, with its parameters in order. */
    public record Statement(UUID id, int shard, List<Object> params) {

        public static final String SQL = INSERT + ROW;

        /** The same as a select, for {@code from} and a condition to follow. */
        public static final String SELECT =
                INSERT_INTO
                        + "select ?::uuid, ?::smallint, ?::text, ?::text, ?::text, ?::bytea, ?::text";
    }

    private Waiting waiting() {
        for (TransactionSynchronization known :
                TransactionSynchronizationManager.getSynchronizations()) {
            if (known instanceof Waiting waiting && waiting.isOf(this)) {
                return waiting;
            }
        }
        Waiting waiting = new Waiting();
        TransactionSynchronizationManager.registerSynchronization(waiting);
        return waiting;
    }

    /** The messages of one transaction. */
    private final class Waiting implements TransactionSynchronization {

        private final List<Statement> messages = new ArrayList<>();

        boolean isOf(Outbox outbox) {
            return Outbox.this == outbox;
        }

        /** Last, so that messages which other synchronizations record are written too. */
        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            for (int from = 0; from < messages.size(); from += ROWS_AT_ONCE) {
                int to = Math.min(from + ROWS_AT_ONCE, messages.size());
                List<Statement> rows = messages.subList(from, to);
                database.sql()
                        .sql(INSERT + rows(rows.size()))
                        .params(rows.stream().flatMap(row -> row.params.stream()).toList())
                        .update();
            }
        }

        @Override
        public void afterCommit() {
            messages.stream().mapToInt(Statement::shard).distinct().forEach(wake);
        }

        private static String rows(int count) {
            return ROW + (", " + ROW).repeat(count - 1);
        }
    }

    static int shard(String key) {
        return Math.floorMod(key.hashCode(), SHARDS);
    }
}
