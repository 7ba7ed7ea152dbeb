package onsale.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One server that owns every key. */
final class SingleNode implements Nodes {

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final CompletableFuture<Node> node;

    private SingleNode(RedisClient client, RedisURI address) {
        this.client = client;
        this.connection = client.connect();
        this.node = CompletableFuture.completedFuture(new Node("single", address, connection));
    }

    static SingleNode connect(
            ClientResources resources, ClientOptions options, RedisSettings settings) {
        RedisURI address = RedisURI.create(settings.url().value());
        address.setTimeout(settings.commandTimeout());
        RedisClient client = RedisClient.create(resources, address);
        client.setOptions(options);
        try {
            return new SingleNode(client, address);
        } catch (RuntimeException e) {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            throw e;
        }
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
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
