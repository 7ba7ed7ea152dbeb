package onsale.platform.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A Redis Cluster: a key belongs to the master of its slot. Failovers are noticed by looking every
 * few seconds and whenever a server says so or cannot be reached.
 */
final class ClusterNodes implements Nodes {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(1);

    private final RedisClusterClient client;

    /** Knows the password; what nodes tell of each other does not. */
    private final RedisURI seed;

    private final StatefulRedisClusterConnection<String, String> connection;

    /** The one look that is under way, shared by all who ask for it meanwhile. */
    private CompletableFuture<Void> refreshing = CompletableFuture.completedFuture(null);

    private ClusterNodes(RedisClusterClient client, RedisURI seed) {
        this.client = client;
        this.seed = seed;
        this.connection = client.connect();
    }

    static ClusterNodes connect(
            ClientResources resources, ClientOptions options, RedisSettings settings) {
        List<RedisURI> seeds = settings.urls().stream().map(RedisURI::create).toList();
        seeds.forEach(seed -> seed.setTimeout(settings.commandTimeout()));
        RedisClusterClient client = RedisClusterClient.create(resources, seeds);
        client.setOptions(
                ClusterClientOptions.builder(options)
                        .topologyRefreshOptions(
                                ClusterTopologyRefreshOptions.builder()
                                        .enablePeriodicRefresh(LOOK_EVERY)
                                        .adaptiveRefreshTriggersTimeout(LOOK_AGAIN_AFTER)
                                        .build())
                        .build());
        try {
            return new ClusterNodes(client, seeds.getFirst());
        } catch (RuntimeException e) {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
            throw e;
        }
    }

    /**
     * The connection is the one of the node itself: unlike the cluster's it follows no redirect,
     * because a script text that was loaded into one node means nothing to another.
     */
    @Override
    public CompletableFuture<Node> owning(String key) {
        int slot = SlotHash.getSlot(key);
        @Nullable RedisClusterNode owner = connection.getPartitions().getMasterBySlot(slot);
        if (owner == null) {
            return CompletableFuture.failedFuture(
                    new RedisException("no master owns slot " + slot));
        }
        try {
            return connection
                    .getConnectionAsync(owner.getNodeId())
                    .thenApply(direct -> new Node(owner.getNodeId(), addressOf(owner), direct));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private RedisURI addressOf(RedisClusterNode node) {
        RedisURI uri = node.getUri();
        return RedisURI.builder(seed).withHost(uri.getHost()).withPort(uri.getPort()).build();
    }

    @Override
    public synchronized CompletableFuture<Void> refresh() {
        if (refreshing.isDone()) {
            refreshing = client.refreshPartitionsAsync().toCompletableFuture();
        }
        return refreshing;
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
