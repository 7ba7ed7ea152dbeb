package onsale.platform.messaging;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.apache.kafka.clients.CommonClientConfigs;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How Kafka is reached.
 *
 * @param bootstrapServers host:port, comma separated; empty starts the embedded broker
 * @param port of the embedded broker; 0 takes a free one
 * @param topicPrefix prefix of every topic and consumer group, for a cluster that is shared
 * @param requestTimeout after which the connection to a silent broker is replaced
 * @param client other properties of Kafka's own clients, such as security.protocol, sasl.* and
 *     ssl.*; given to every client as they are
 */
@ConfigurationProperties("onsale.kafka")
public record KafkaSettings(
        @DefaultValue("") String bootstrapServers,
        @DefaultValue("0") int port,
        @DefaultValue("") String topicPrefix,
        @DefaultValue("10s") Duration requestTimeout,
        @DefaultValue Map<String, String> client) {

    public KafkaSettings {
        Check.port("onsale.kafka.port", port);
        Check.range("onsale.kafka.request-timeout", requestTimeout, "1s", "2m");
        if (!topicPrefix.matches("[a-zA-Z0-9._-]{0,60}")) {
            throw new StartFailure(
                    "onsale.kafka.topic-prefix may hold only letters, digits, dot, dash and underscore.");
        }
        client = Map.copyOf(client);
    }

    /** The properties of one client; its own take precedence over those of all clients. */
    public Map<String, Object> clientWith(Map<String, Object> own) {
        Map<String, Object> all = new HashMap<>(client);
        all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        all.putAll(own);
        return all;
    }

    /** Names the properties of clients without their values, some of which are passwords. */
    @Override
    public String toString() {
        return "KafkaSettings[%s, prefix \"%s\", client %s]"
                .formatted(bootstrapServers, topicPrefix, client.keySet());
    }
}
