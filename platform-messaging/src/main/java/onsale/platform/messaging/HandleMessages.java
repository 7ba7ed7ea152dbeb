package onsale.platform.messaging;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.platform.Outages;
import onsale.platform.db.Database;
import onsale.platform.messaging.MessageReader.Reading;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each message its effect once, in a transaction with its inbox row. Records that are broken
 * or not sealed by their owner, and messages whose handler keeps failing, become dead letters.
 */
final class HandleMessages {

    private static final int REDRIVEN_AT_ONCE = 100;

    /** The type under which the inbox remembers a rejected record. */
    private static final String REJECTED = "rejected";

    private static final Logger LOG = LoggerFactory.getLogger(HandleMessages.class);

    private final Database database;
    private final String consumer;
    private final Handlers handlers;
    private final Inbox inbox;
    private final DeadLetters deadLetters;
    private final MessageReader reader;
    private final Counter rejected;

    /**
     * @param consumer the name under which effects and dead letters are remembered
     */
    HandleMessages(
            Database database,
            Outbox outbox,
            String topicPrefix,
            String consumer,
            Handlers handlers) {
        this.database = database;
        this.consumer = consumer;
        this.handlers = handlers;
        this.inbox = new Inbox(database, consumer);
        this.deadLetters = new DeadLetters(database, outbox);
        this.reader = new MessageReader(topicPrefix, outbox.keys(), handlers);
        this.rejected =
                Metrics.counter("onsale.messages.rejected", "consumer", outbox.keys().context());
    }

    /**
     * Handles all records in one transaction, which waits for the disk once. False if any of them
     * failed or is to be rejected, or the database failed: nothing has happened then, and they are
     * to be handled singly.
     */
    boolean allAtOnce(ConsumerRecords<String, byte[]> records) {
        if (records.isEmpty()) {
            return true;
        }
        try {
            List<Incoming> genuine = new ArrayList<>();
            for (ConsumerRecord<String, byte[]> record : records) {
                switch (reader.read(record)) {
                    case Reading.Ignored _ -> {}
                    case Reading.Genuine(Incoming message) -> genuine.add(message);
                    case Reading.Rejected _ -> {
                        return false;
                    }
                }
            }
            if (!genuine.isEmpty()) {
                database.inTransaction(() -> handlers.handleAll(inbox.remember(genuine)));
            }
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    void handle(ConsumerRecord<String, byte[]> record) {
        switch (reader.read(record)) {
            case Reading.Ignored _ -> {}
            case Reading.Genuine(Incoming message) ->
                    inbox.once(message.id(), message.type(), () -> handlers.handle(message));
            case Reading.Rejected(Incoming kept, String why) -> reject(record, kept, why);
        }
    }

    private void reject(ConsumerRecord<String, byte[]> record, Incoming kept, String why) {
        if (inbox.once(kept.id(), REJECTED, () -> deadLetters.reject(kept, consumer, why))) {
            rejected.increment();
            LOG.warn(
                    "A record of {} (partition {}, offset {}) is rejected by {}: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    consumer,
                    why);
        }
    }

    /** Makes a message that keeps failing a dead letter. */
    void giveUp(ConsumerRecord<String, byte[]> record, RuntimeException error) {
        if (reader.read(record) instanceof Reading.Genuine(Incoming message)) {
            inbox.once(
                    message.id(),
                    message.type(),
                    () -> deadLetters.giveUp(message, consumer, error.toString()));
        }
    }

    /** Handles the dead letters that operators have asked for; returns how many succeeded. */
    int redriveAsked() {
        int handled = 0;
        for (UUID id : deadLetters.asked(consumer, REDRIVEN_AT_ONCE)) {
            try {
                handled += redrive(id) ? 1 : 0;
            } catch (RuntimeException e) {
                if (Outages.isOutage(e)) {
                    throw e;
                }
                deadLetters.failedAgain(id, consumer, e.toString());
            }
        }
        return handled;
    }

    /**
     * Handles a dead letter again, in one transaction with its inbox row and its removal. False if
     * there is no such dead letter; throws if it is still rejected or its handler fails.
     */
    boolean redrive(UUID id) {
        return database.inTransaction(() -> {
            var kept = deadLetters.take(id, consumer);
            kept.ifPresent(message -> handleKept(id, message));
            return kept.isPresent();
        });
    }

    private void handleKept(UUID id, Incoming kept) {
        if (!(reader.read(kept) instanceof Reading.Genuine(Incoming message))) {
            throw new NotGenuine();
        }
        if (message.id().equals(id)) {
            handlers.handle(message); // its inbox row exists since it was given up
        } else { // it was rejected, and kept under the id of its offset
            inbox.once(message.id(), message.type(), () -> handlers.handle(message));
        }
    }

    private static final class NotGenuine extends RuntimeException {
        NotGenuine() {
            super("its owner has not sealed it for this context");
        }
    }
}
