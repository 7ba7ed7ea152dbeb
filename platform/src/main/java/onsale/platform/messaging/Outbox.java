package onsale.platform.messaging;

import java.util.Map;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import onsale.platform.db.Database;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Records messages in the transaction that makes them true. Call {@link #record} only after the row
 * of the message's key is locked: then the order of the rows is the order of the commits.
 */
public final class Outbox {

    static final int SHARDS = 16;

    private final Database database;
    private final Supplier<UUID> ids;
    private volatile IntConsumer wake = shard -> {};

    public Outbox(Database database, Supplier<UUID> ids) {
        this.database = database;
        this.ids = ids;
    }

    /** Tells a relay of this process, after the commit, in which shard there is work. */
    void onCommit(IntConsumer relay) {
        wake = relay;
    }

    public UUID record(Outgoing message) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a message is recorded inside a transaction");
        }
        UUID id = ids.get();
        Map<String, String> headers = MessageHeaders.current(id);
        byte[] payload = MessageCodec.encode(message.body(), headers);
        int shard = shard(message.key());
        database.sql()
                .sql(
                        """
                        insert into common.outbox_events
                            (id, shard, topic, message_key, event_type, payload, headers)
                        values (?, ?, ?, ?, ?, ?, ?)
                        """)
                .params(
                        id,
                        shard,
                        message.topic(),
                        message.key(),
                        message.type(),
                        payload,
                        MessageCodec.writeHeaders(headers))
                .update();
        wakeAfterCommit(shard);
        return id;
    }

    private void wakeAfterCommit(int shard) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        wake.accept(shard);
                    }
                });
    }

    static int shard(String key) {
        return Math.floorMod(key.hashCode(), SHARDS);
    }
}
