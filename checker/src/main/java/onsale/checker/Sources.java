package onsale.checker;

import org.jspecify.annotations.Nullable;

/**
 * Where to look. Only the database is needed; what is not given is not looked at, and the verdict
 * says so.
 *
 * @param jdbcUrl with a user who sees all rows: row-level security must not hide any
 * @param redisUrl of the gate
 * @param kafkaServers host:port, comma separated
 * @param topicPrefix before every topic and group
 * @param providerUrl of the PortOne simulator, whose books list every won
 */
public record Sources(
        String jdbcUrl,
        String jdbcUser,
        String jdbcPassword,
        @Nullable String redisUrl,
        @Nullable String kafkaServers,
        String topicPrefix,
        @Nullable String providerUrl,
        String providerSecret) {

    @Override
    public String toString() {
        return "Sources of " + jdbcUrl; // no secrets in a log
    }
}
