package onsale.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One shared connection to each Redis server. While a server is away commands fail at once instead
 * of being queued, and none is ever sent twice: a command replayed after a reconnect could act on a
 * server that has lost what the command assumed.
 */
public final class Redis implements AutoCloseable {

    /**
     * Unanswered commands of one connection, about what Redis answers in two seconds. Those beyond
     * are refused, so that a silent Redis does not fill our memory.
     */
    public static final int IN_FLIGHT_MAX = 65_536;

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final Duration RECONNECT_EVERY_MAX = Duration.ofSeconds(1);

    private final Duration commandTimeout;
    private final ClientResources resources =
            DefaultClientResources.builder()
                    .reconnectDelay(
                            Delay.exponential(
                                    Duration.ofMillis(1),
                                    RECONNECT_EVERY_MAX,
                                    2,
                                    TimeUnit.MILLISECONDS))
                    .build();
    private final RedisClient once;
    private final Nodes nodes;

    public Redis(RedisSettings settings) {
        commandTimeout = settings.commandTimeout();
        once = RedisClient.create(resources);
        once.setOptions(options(settings, false));
        try {
            ClientOptions options = options(settings, true);
            nodes =
                    settings.isCluster()
                            ? ClusterNodes.connect(resources, options, settings)
                            : SingleNode.connect(resources, options, settings);
        } catch (RuntimeException e) {
            shutdown();
            throw e;
        }
    }

    private static ClientOptions options(RedisSettings settings, boolean reconnect) {
        return ClientOptions.builder()
                .autoReconnect(reconnect)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(command -> true) // true: this command is not replayed
                .requestQueueSize(IN_FLIGHT_MAX)
                .timeoutOptions(TimeoutOptions.enabled(settings.commandTimeout()))
                .socketOptions(
                        SocketOptions.builder()
                                .connectTimeout(CONNECT_WITHIN)
                                .keepAlive(true)
                                .build())
                .build();
    }

    /** The connection to the one server; a cluster has no such thing. */
    public StatefulRedisConnection<String, String> connection() {
        return switch (nodes) {
            case SingleNode single -> single.connection();
            case ClusterNodes cluster ->
                    throw new IllegalStateException(
                            "a Redis Cluster has many connections: use sync() or async()");
        };
    }

    /** What one server and a cluster have in common. */
    public RedisClusterCommands<String, String> sync() {
        return nodes.sync();
    }

    public RedisClusterAsyncCommands<String, String> async() {
        return nodes.async();
    }

    Nodes nodes() {
        return nodes;
    }

    /**
     * A connection that ends with the server process it was made to, and never becomes one to
     * another process. The caller closes it.
     */
    CompletableFuture<StatefulRedisConnection<String, String>> connectOnce(RedisURI address) {
        return once.connectAsync(StringCodec.UTF8, address).toCompletableFuture();
    }

    Duration connectWithin() {
        return CONNECT_WITHIN;
    }

    Duration commandTimeout() {
        return commandTimeout;
    }

    @Override
    public void close() {
        nodes.close();
        shutdown();
    }

    private void shutdown() {
        once.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
