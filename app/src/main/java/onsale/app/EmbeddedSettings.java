package onsale.app;

import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import onsale.platform.embedded.EmbeddedServer;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.KafkaServer;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.embedded.RedisServer;
import onsale.platform.settings.Secret;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;

/** The settings by which a process reaches embedded servers, as if they were external. */
final class EmbeddedSettings {

    /** In the data directory: how the servers of the process that uses it are reached. */
    static final String FILE = "addresses.properties";

    private EmbeddedSettings() {}

    static Map<String, Object> of(EmbeddedServers servers, Secret secret) {
        Map<String, Object> properties = new HashMap<>();
        for (EmbeddedServer server : servers.all()) {
            switch (server) {
                case PostgresServer postgres -> {
                    properties.put("onsale.postgres.url", postgres.url("postgres"));
                    properties.put("onsale.postgres.admin-user", PostgresServer.ADMIN);
                    properties.put(
                            "onsale.postgres.admin-password", postgres.adminPassword().value());
                    properties.put("onsale.secret", secret.value());
                }
                case RedisServer redis -> properties.put("onsale.redis.url", redis.url());
                case KafkaServer kafka -> properties.putAll(kafka.settings());
            }
        }
        return properties;
    }

    /** As a settings file: those by which servers and provider are reached. */
    static String text(Map<String, Object> properties) {
        return properties.entrySet().stream()
                .filter(entry ->
                        entry.getKey()
                                .matches("onsale\\.(secret|(postgres|redis|kafka|portone)\\..*)"))
                .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                .sorted()
                .collect(Collectors.joining());
    }

    /** What the embedded simulator knows its one merchant by. */
    static Options simulator(Secret secret) {
        return Options.of(
                secret.derive("portone/api").value(),
                "store-simulator",
                "channel-key-simulator",
                "whsec_"
                        + Base64.getEncoder()
                                .encodeToString(secret.deriveBytes("portone/webhook")));
    }

    static Map<String, Object> of(PortOneSimulator simulator, Options options) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("onsale.portone.api-url", simulator.url());
        properties.put("onsale.portone.secret", options.secret());
        properties.put("onsale.portone.store-id", options.storeId());
        properties.put("onsale.portone.channel-key", options.channelKey());
        properties.put("onsale.portone.webhook-secrets", options.webhookSecret());
        properties.put("onsale.portone.test-mode", "true"); // play money counts here
        channel(properties, 0, options.channelKey(), "CARD,TRANSFER,EASY_PAY");
        name(properties, 0, "KG이니시스", "KG Inicis", "INICIS_V2");
        channel(properties, 1, "channel-key-kcp-test", "CARD,TRANSFER");
        name(properties, 1, "NHN KCP", "NHN KCP", "KCP_V2");
        channel(properties, 2, "channel-key-toss-test", "CARD,EASY_PAY");
        name(properties, 2, "토스페이먼츠", "Toss Payments", "TOSSPAYMENTS");
        return properties;
    }

    private static void channel(
            Map<String, Object> properties, int index, String key, String methods) {
        String prefix = "onsale.portone.channels[" + index + "].";
        properties.put(prefix + "key", key);
        properties.put(prefix + "methods", methods);
    }

    private static void name(
            Map<String, Object> properties, int index, String ko, String en, String pgProvider) {
        String prefix = "onsale.portone.channels[" + index + "].";
        properties.put(prefix + "name-ko", ko);
        properties.put(prefix + "name-en", en);
        properties.put(prefix + "pg-provider", pgProvider);
    }
}
