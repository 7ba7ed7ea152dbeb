package onsale.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import onsale.platform.StartFailure;
import onsale.platform.job.Loop;
import onsale.platform.redis.Nodes.Node;
import org.jspecify.annotations.Nullable;

/**
 * The connections to Redis, one to each server, shared by all threads. While a server is away
 * commands fail at once instead of being queued, and no command is ever sent twice: one that is
 * replayed after a reconnect could act on a server that has lost what the command assumed.
 *
 * <p>If Redis is away at the start, it is tried again in the background. Until then every command
 * fails at once, as it does after a lost connection.
 */
public final class Redis implements AutoCloseable {

    /**
     * The most unanswered commands of one connection, about what Redis answers in two seconds.
     * Further commands are refused, so that a silent Redis does not fill the memory.
     */
    public static final int IN_FLIGHT_MAX = 65_536;

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final Duration RECONNECT_EVERY_MAX = Duration.ofSeconds(1);

    private final Duration commandTimeout;
    private final ClientResources resources;
    private final RedisClient once;
    private final Nodes.Connector servers;
    private final Loop connecting = new Loop("redis-connect", this::connectLater);
    private volatile @Nullable Nodes nodes;
    private volatile String notConnected = "";

    /** Tries to connect once, and continues in the background if that fails. */
    public Redis(RedisSettings settings) {
        commandTimeout = settings.commandTimeout();
        List<RedisURI> addresses = addresses(settings);
        resources =
                DefaultClientResources.builder()
                        .reconnectDelay(
                                Delay.exponential(
                                        Duration.ofMillis(1),
                                        RECONNECT_EVERY_MAX,
                                        2,
                                        TimeUnit.MILLISECONDS))
                        .build();
        once = RedisClient.create(resources);
        once.setOptions(options(settings, false));
        ClientOptions options = options(settings, true);
        servers =
                settings.isCluster()
                        ? ClusterNodes.connector(resources, options, addresses)
                        : SingleNode.connector(resources, options, addresses.getFirst());
        if (!connects()) {
            connecting.start();
        }
    }

    private static List<RedisURI> addresses(RedisSettings settings) {
        try {
            List<RedisURI> addresses = settings.urls().stream().map(RedisURI::create).toList();
            if (!addresses.isEmpty()) {
                addresses.forEach(address -> address.setTimeout(settings.commandTimeout()));
                return addresses;
            }
        } catch (IllegalArgumentException e) {
            // reported below without the message, which may contain the password
        }
        throw new StartFailure(
                "onsale.redis.url is not an address such as redis://host:6379, or several of them.");
    }

    private Duration connectLater() {
        if (connects()) {
            connecting.stop();
        }
        return RECONNECT_EVERY_MAX;
    }

    private boolean connects() {
        try {
            nodes = servers.connect();
            return true;
        } catch (RuntimeException e) { // whatever the reason, the next attempt may succeed
            notConnected = reason(e);
            return false;
        }
    }

    private static String reason(RuntimeException e) {
        @Nullable Throwable cause = e.getCause();
        return cause == null ? e.getMessage() + "" : e.getMessage() + ": " + cause.getMessage();
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

    /** The connection to a single server; throws for a cluster. */
    public StatefulRedisConnection<String, String> connection() {
        return switch (nodes()) {
            case SingleNode single -> single.connection();
            case ClusterNodes cluster ->
                    throw new IllegalStateException(
                            "a Redis Cluster has many connections: use sync() or async()");
        };
    }

    /** The commands that a single server and a cluster have in common. */
    public RedisClusterCommands<String, String> sync() {
        return nodes().sync();
    }

    public RedisClusterAsyncCommands<String, String> async() {
        return nodes().async();
    }

    /**
     * The reply of INFO of each server that answers, by the server's name: {@code redis}, or host
     * and port in a cluster. Throws if none answers.
     */
    public Map<String, String> infos() {
        return nodes().infos();
    }

    /** Throws while there has been no connection yet. */
    private Nodes nodes() {
        @Nullable Nodes connected = nodes;
        if (connected == null) {
            throw new RedisConnectionException("Redis was never reached: " + notConnected);
        }
        return connected;
    }

    /** The node that owns a key; fails if there is none or it cannot be reached. */
    CompletableFuture<Node> owning(String key) {
        try {
            return nodes().owning(key);
        } catch (RedisConnectionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Reads the topology again; completes when {@link #owning} uses it. */
    CompletableFuture<Void> refresh() {
        return nodes().refresh();
    }

    /**
     * Opens a connection that ends with the server process it was made to, and never reconnects to
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
        connecting.close(Duration.ZERO);
        @Nullable Nodes connected = nodes;
        if (connected != null) {
            connected.close();
        }
        servers.close();
        once.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
