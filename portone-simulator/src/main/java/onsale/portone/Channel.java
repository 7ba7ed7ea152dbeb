package onsale.portone;

/** The one channel there is, as every answer shows it. */
final class Channel {

    private Channel() {}

    static Json json(Options options) {
        return Json.object()
                .with("type", "TEST")
                .with("id", "channel-id-simulator")
                .with("key", options.channelKey())
                .with("name", "Simulator")
                .with("pgProvider", "INICIS_V2")
                .with("pgMerchantId", "simulator");
    }
}
