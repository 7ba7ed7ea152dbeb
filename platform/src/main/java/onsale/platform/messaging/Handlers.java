package onsale.platform.messaging;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What a consumer does with which type of message. Types it does not know pass by. */
public final class Handlers {

    private final Map<String, Consumer<Incoming>> byType = new HashMap<>();

    public <T> Handlers on(Class<T> type, Consumer<T> handler) {
        return on(type, (body, message) -> handler.accept(body));
    }

    public <T> Handlers on(Class<T> type, BiConsumer<T, Incoming> handler) {
        byType.put(
                type.getSimpleName(),
                message -> handler.accept(MessageCodec.decode(message, type), message));
        return this;
    }

    Set<String> types() {
        return byType.keySet();
    }

    void handle(Incoming message) {
        Consumer<Incoming> handler = byType.get(message.type());
        if (handler != null) {
            MessageHeaders.within(message, () -> handler.accept(message));
        }
    }
}
