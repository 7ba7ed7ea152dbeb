package onsale.app;

import java.util.HashMap;
import java.util.Map;
import onsale.platform.embedded.EmbeddedServer;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.KafkaServer;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.embedded.RedisServer;
import onsale.platform.settings.Secret;

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
}
