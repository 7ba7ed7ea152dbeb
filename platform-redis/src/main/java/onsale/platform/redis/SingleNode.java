package onsale.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A single server, which owns every key. */
final class SingleNode implements Nodes {

    private static final Duration SHUTDOWN_WITHIN = Duration.ofSeconds(2);

    private final StatefulRedisConnection<String, String> connection;
    private final CompletableFuture<Node> node;

    private SingleNode(StatefulRedisConnection<String, String> connection, RedisURI address) {
        this.connection = connection;
        this.node = CompletableFuture.completedFuture(new Node("single", address, connection));
    }

    static Connector connector(ClientResources resources, ClientOptions options, RedisURI address) {
        RedisClient client = RedisClient.create(resources, address);
        client.setOptions(options);
        return new Connector() {
            @Override
            public Nodes connect() {
                return new SingleNode(client.connect(), address);
            }

            @Override
            public void close() {
                client.shutdown(Duration.ZERO, SHUTDOWN_WITHIN);
            }
        };
    }

    StatefulRedisConnection<String, String> connection() {
        return connection;
    }

    @Override
    public CompletableFuture<Node> owning(String key) {
        return node;
    }

    @Override
    public CompletableFuture<Void> refresh() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public RedisClusterCommands<String, String> sync() {
        return connection.sync();
    }

    @Override
    public RedisClusterAsyncCommands<String, String> async() {
        return connection.async();
    }

    @Override
    public Map<String, String> infos() {
        return Map.of("redis", connection.sync().info());
    }

    @Override
    public void close() {
        connection.close();
    }
}
