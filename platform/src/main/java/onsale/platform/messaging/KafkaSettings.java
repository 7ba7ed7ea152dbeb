package onsale.platform.messaging;

import java.time.Duration;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where Kafka is.
 *
 * @param bootstrapServers host:port, comma separated; empty starts the embedded broker
 * @param port of the embedded broker; 0 takes a free one
 * @param topicPrefix before every topic and consumer group, for clusters shared by several
 * @param requestTimeout after which a silent broker is left for a new connection
 */
@ConfigurationProperties("onsale.kafka")
public record KafkaSettings(
        @DefaultValue("") String bootstrapServers,
        @DefaultValue("0") int port,
        @DefaultValue("") String topicPrefix,
        @DefaultValue("10s") Duration requestTimeout) {

    public KafkaSettings {
        Check.port("onsale.kafka.port", port);
        Check.range("onsale.kafka.request-timeout", requestTimeout, "1s", "2m");
        if (!topicPrefix.matches("[a-zA-Z0-9._-]{0,60}")) {
            throw new StartFailure(
                    "onsale.kafka.topic-prefix may hold only letters, digits, dot, dash and underscore.");
        }
    }
}
