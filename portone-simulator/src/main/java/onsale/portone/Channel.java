package onsale.portone;

import java.util.List;
import java.util.stream.Stream;

/**
 * A contract with a payment gateway. Every store here has one of its own, for tests, and those of
 * three gateways for tests and for real money, which here is play money too.
 */
record Channel(String key, Type type, String pgProvider, String name) {

    enum Type {
        LIVE,
        TEST
    }

    private static final String INICIS = "INICIS_V2";
    private static final List<Channel> GATEWAYS =
            List.of(
                    new Channel("channel-key-inicis-test", Type.TEST, INICIS, "KG Inicis"),
                    new Channel("channel-key-inicis-live", Type.LIVE, INICIS, "KG Inicis"),
                    new Channel("channel-key-kcp-test", Type.TEST, "KCP_V2", "NHN KCP"),
                    new Channel("channel-key-kcp-live", Type.LIVE, "KCP_V2", "NHN KCP"),
                    new Channel(
                            "channel-key-toss-test", Type.TEST, "TOSSPAYMENTS", "Toss Payments"),
                    new Channel(
                            "channel-key-toss-live", Type.LIVE, "TOSSPAYMENTS", "Toss Payments"));

    private static Stream<Channel> all(Options options) {
        return Stream.concat(
                Stream.of(new Channel(options.channelKey(), Type.TEST, INICIS, "Simulator")),
                GATEWAYS.stream());
    }

    static boolean exists(String key, Options options) {
        return all(options).anyMatch(channel -> channel.key.equals(key));
    }

    /** Treats an unknown key as a channel of another merchant, for real money. */
    static Channel of(String key, Options options) {
        return all(options)
                .filter(channel -> channel.key.equals(key))
                .findFirst()
                .orElseGet(() -> new Channel(key, Type.LIVE, INICIS, "Another merchant's"));
    }

    Json json() {
        return Json.object()
                .with("type", type.name())
                .with("id", "id-of-" + key)
                .with("key", key)
                .with("name", name)
                .with("pgProvider", pgProvider)
                .with("pgMerchantId", "simulator");
    }
}
