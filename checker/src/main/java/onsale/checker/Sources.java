package onsale.checker;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stores to check. Only the database is required; stores that are not given are not checked,
 * and the result says so.
 *
 * @param jdbcUrl with a user who sees all rows: row-level security must not hide any
 * @param redisUrl of the gate
 * @param kafkaServers host:port, comma separated
 * @param kafkaClient more settings of Kafka's clients, such as credentials
 * @param topicPrefix before every topic and group
 * @param providerUrl of the PortOne simulator, whose books list every won
 */
public record Sources(
        String jdbcUrl,
        String jdbcUser,
        String jdbcPassword,
        @Nullable String redisUrl,
        @Nullable String kafkaServers,
        Map<String, String> kafkaClient,
        String topicPrefix,
        @Nullable String providerUrl,
        String providerSecret) {

    /** The settings of one client of Kafka. */
    Map<String, Object> kafka(Map<String, Object> own) {
        Map<String, Object> settings = new HashMap<>(kafkaClient);
        settings.put("bootstrap.servers", String.valueOf(kafkaServers));
        settings.putAll(own);
        return settings;
    }

    @Override
    public String toString() {
        return "Sources of " + jdbcUrl; // no secrets in a log
    }
}
