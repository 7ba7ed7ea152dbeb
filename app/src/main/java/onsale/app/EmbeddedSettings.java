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
                case KafkaServer kafka ->
                        properties.put("onsale.kafka.bootstrap-servers", kafka.bootstrapServers());
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
        return Map.of(
                "onsale.portone.api-url",
                simulator.url(),
                "onsale.portone.secret",
                options.secret(),
                "onsale.portone.store-id",
                options.storeId(),
                "onsale.portone.channel-key",
                options.channelKey(),
                "onsale.portone.webhook-secrets",
                options.webhookSecret());
    }
}
