package onsale.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;

/**
 * One shared connection. While Redis is away commands fail at once instead of being queued: a
 * command replayed after a reconnect could act on a server that has lost what the command assumed.
 */
public final class Redis implements AutoCloseable {

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    public Redis(RedisSettings settings) {
        RedisURI uri = RedisURI.create(settings.url().value());
        uri.setTimeout(settings.commandTimeout());
        client = RedisClient.create(uri);
        client.setOptions(
                ClientOptions.builder()
                        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                        .replayFilter(command -> true) // true: this command is not replayed
                        .timeoutOptions(TimeoutOptions.enabled(settings.commandTimeout()))
                        .socketOptions(
                                SocketOptions.builder()
                                        .connectTimeout(Duration.ofSeconds(2))
                                        .keepAlive(true)
                                        .build())
                        .build());
        connection = client.connect();
    }

    public StatefulRedisConnection<String, String> connection() {
        return connection;
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
