package onsale.payment.webhook;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a webhook tells of a payment. */
enum WebhookType {
    READY("Transaction.Ready"),
    PAY_PENDING("Transaction.PayPending"),
    PAID("Transaction.Paid"),
    CANCELLED("Transaction.Cancelled"),
    /** Anything else, such as types that the provider adds. */
    OTHER("");

    private static final Map<String, WebhookType> BY_NAME =
            Stream.of(values())
                    .collect(Collectors.toUnmodifiableMap(type -> type.name, Function.identity()));

    private final String name;

    WebhookType(String name) {
        this.name = name;
    }

    static WebhookType of(String name) {
        return BY_NAME.getOrDefault(name, OTHER);
    }
}
