package onsale.platform.redis;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How Redis is reached.
 *
 * @param url {@code redis://[user:password@]host:port[/database]}; several of them, separated by
 *     commas, are nodes of a Redis Cluster; empty starts the embedded server. Secret because it may
 *     contain a password
 * @param port of the embedded server; 0 takes a free one
 * @param commandTimeout after which a command counts as unanswered
 */
@ConfigurationProperties("onsale.redis")
public record RedisSettings(
        @DefaultValue("") Secret url,
        @DefaultValue("0") int port,
        @DefaultValue("2s") Duration commandTimeout) {

    public RedisSettings {
        Check.port("onsale.redis.port", port);
        Check.range("onsale.redis.command-timeout", commandTimeout, "50ms", "60s");
    }

    boolean isCluster() {
        return urls().size() > 1;
    }

    List<String> urls() {
        return Arrays.stream(url.value().split(",", -1))
                .map(String::strip)
                .filter(one -> !one.isEmpty())
                .toList();
    }
}
