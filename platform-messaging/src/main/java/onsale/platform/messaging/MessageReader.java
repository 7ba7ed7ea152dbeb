package onsale.platform.messaging;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Ids;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Decides what a record is for a consumer: a message to handle, to ignore or to reject. */
final class MessageReader {

    /** The outcome of reading a record. */
    sealed interface Reading {

        /** A message of a type that the consumer does not handle. */
        record Ignored() implements Reading {}

        /** A message that the owner of its type has sealed for this context. */
        record Genuine(Incoming message) implements Reading {}

        /**
         * A record that is broken or not sealed by its owner. It is kept under an id made from its
         * offset, because the id in its headers may be that of a genuine message.
         */
        record Rejected(Incoming kept, String why) implements Reading {}
    }

    private final String topicPrefix;
    private final ContextKeys keys;
    private final Handlers handlers;

    MessageReader(String topicPrefix, ContextKeys keys, Handlers handlers) {
        this.topicPrefix = topicPrefix;
        this.keys = keys;
        this.handlers = handlers;
    }

    Reading read(ConsumerRecord<String, byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        record.headers()
                .forEach(header -> {
                    byte @Nullable [] value = header.value();
                    headers.put(
                            header.key(),
                            value == null ? "" : new String(value, StandardCharsets.UTF_8));
                });
        return read(
                new Incoming(
                        idOfOffset(record),
                        record.topic().substring(topicPrefix.length()),
                        record.key() == null ? "" : record.key(),
                        headers.getOrDefault(MessageHeaders.TYPE, ""),
                        record.value() == null ? new byte[0] : record.value(),
                        headers));
    }

    /** Reads a record that was kept; its headers still have its original id. */
    Reading read(Incoming kept) {
        @Nullable String owner = handlers.owner(kept.type());
        if (owner == null) {
            return new Reading.Ignored();
        }
        @Nullable UUID id = Ids.read(kept.headers().get(MessageHeaders.ID));
        if (id == null) {
            return new Reading.Rejected(kept, "Broken: it has no id");
        }
        Incoming message =
                new Incoming(
                        id, kept.topic(), kept.key(), kept.type(), kept.payload(), kept.headers());
        Optional<String> fault = keys.fault(message, owner);
        return fault.isEmpty()
                ? new Reading.Genuine(message)
                : new Reading.Rejected(kept, "Forged: " + fault.get());
    }

    private static UUID idOfOffset(ConsumerRecord<String, byte[]> record) {
        String offset = record.topic() + "/" + record.partition() + "/" + record.offset();
        return UUID.nameUUIDFromBytes(offset.getBytes(StandardCharsets.UTF_8));
    }
}
