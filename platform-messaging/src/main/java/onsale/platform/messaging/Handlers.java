package onsale.platform.messaging;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The handlers of a consumer by type of message. Messages of other types are ignored. */
public final class Handlers {

    /** Takes messages of one type, in order: one where each is handled for itself. */
    private record Handler(Contract contract, Consumer<List<Incoming>> effect) {}

    private final Map<String, Handler> byType = new HashMap<>();

    public <T> Handlers on(Class<T> type, Consumer<T> handler) {
        return on(type, (body, message) -> handler.accept(body));
    }

    public <T> Handlers on(Class<T> type, BiConsumer<T, Incoming> handler) {
        Contract contract = Contract.of(type);
        byType.put(
                contract.type(),
                new Handler(
                        contract,
                        messages ->
                                messages.forEach(message ->
                                        MessageHeaders.within(
                                                message,
                                                () ->
                                                        handler.accept(
                                                                MessageCodec.decode(message, type),
                                                                message)))));
        return this;
    }

    /**
     * Handles messages of a type that have come together at once. They are in order, all of them
     * new, and share a transaction; alone, a message is a list of one.
     */
    public <T> Handlers onAll(Class<T> type, Consumer<List<Received<T>>> handler) {
        Contract contract = Contract.of(type);
        byType.put(
                contract.type(),
                new Handler(
                        contract,
                        messages ->
                                handler.accept(
                                        messages.stream()
                                                .map(message ->
                                                        new Received<>(
                                                                MessageCodec.decode(message, type),
                                                                message))
                                                .toList())));
        return this;
    }

    /** The only context that may send this type; null for a type without a handler. */
    @Nullable String owner(String type) {
        @Nullable Handler handler = byType.get(type);
        return handler == null ? null : handler.contract().owner();
    }

    /** Fails if a type is not sealed for this context, because its messages would be rejected. */
    void checkMayBeConsumedBy(String context) {
        byType.values()
                .forEach(handler -> {
                    if (!handler.contract().consumers().contains(context)) {
                        throw new IllegalArgumentException(
                                "%s is not sent to %s: see its @MessageContract"
                                        .formatted(handler.contract().type(), context));
                    }
                });
    }

    void handle(Incoming message) {
        handleAll(List.of(message));
    }

    /** Handles messages in order, neighbours of one type together. */
    void handleAll(List<Incoming> messages) {
        int from = 0;
        while (from < messages.size()) {
            String type = messages.get(from).type();
            int to = from + 1;
            while (to < messages.size() && messages.get(to).type().equals(type)) {
                to++;
            }
            @Nullable Handler handler = byType.get(type);
            if (handler != null) {
                handler.effect().accept(messages.subList(from, to));
            }
            from = to;
        }
    }
}
