package onsale.portone;

import org.jspecify.annotations.Nullable;

/**
 * The store, channel and currency under which a merchant sees a payment or a verification. A
 * missing one is the merchant's own.
 */
record Origin(@Nullable String storeId, @Nullable String channelKey, @Nullable String currency) {

    static final Origin OWN = new Origin(null, null, null);

    private static final int TEXT_MAX = 200;

    /** Reads the body of a test's request. */
    static Origin read(tools.jackson.databind.JsonNode body) {
        @Nullable String currency = Json.text(body, "currency", 10);
        if (currency != null && !currency.matches("[A-Z]{3}")) {
            throw PortOneError.invalid("currency must be like KRW.");
        }
        return new Origin(
                Json.text(body, "storeId", TEXT_MAX),
                Json.text(body, "channelKey", TEXT_MAX),
                currency);
    }

    static Origin through(@Nullable String channelKey) {
        return channelKey == null ? OWN : new Origin(null, channelKey, null);
    }

    Json into(Json json, Options options) {
        return json.with("storeId", storeId == null ? options.storeId() : storeId)
                .with("channel", channel(options).json())
                .with("currency", currency == null ? "KRW" : currency);
    }

    Channel channel(Options options) {
        return Channel.of(channelKey == null ? options.channelKey() : channelKey, options);
    }
}
