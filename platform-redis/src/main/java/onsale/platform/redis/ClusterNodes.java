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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A Redis Cluster, in which a key belongs to the master of its slot. The topology is read every few
 * seconds, and whenever a server reports a change or cannot be reached.
 */
final class ClusterNodes implements Nodes {

    private static final Duration REFRESH_EVERY = Duration.ofSeconds(5);
    private static final Duration REFRESH_AGAIN_AFTER = Duration.ofSeconds(1);
    private static final Duration SHUTDOWN_WITHIN = Duration.ofSeconds(2);

    private final RedisClusterClient client;

    /** Carries the password, which the addresses in the topology do not. */
    private final RedisURI seed;

    private final StatefulRedisClusterConnection<String, String> connection;

    /** The refresh that is running, shared by all callers that ask for one meanwhile. */
    private CompletableFuture<Void> refreshing = CompletableFuture.completedFuture(null);

    private ClusterNodes(RedisClusterClient client, RedisURI seed) {
        this.client = client;
        this.seed = seed;
        this.connection = client.connect();
    }

    static Connector connector(
            ClientResources resources, ClientOptions options, List<RedisURI> seeds) {
        RedisClusterClient client = RedisClusterClient.create(resources, seeds);
        client.setOptions(
                ClusterClientOptions.builder(options)
                        .topologyRefreshOptions(
                                ClusterTopologyRefreshOptions.builder()
                                        .enablePeriodicRefresh(REFRESH_EVERY)
                                        .adaptiveRefreshTriggersTimeout(REFRESH_AGAIN_AFTER)
                                        .build())
                        .build());
        return new Connector() {
            @Override
            public Nodes connect() {
                return new ClusterNodes(client, seeds.getFirst());
            }

            @Override
            public void close() {
                client.shutdown(Duration.ZERO, SHUTDOWN_WITHIN);
            }
        };
    }

    /**
     * Returns the connection to the node itself. Unlike that of the cluster it follows no
     * redirects, because a script that was loaded into one node is unknown to the others.
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
    public Map<String, String> infos() {
        Map<String, String> infos = new HashMap<>();
        @Nullable RuntimeException silent = null;
        for (RedisClusterNode node : connection.getPartitions()) {
            try {
                String name = node.getUri().getHost() + ":" + node.getUri().getPort();
                infos.put(name, connection.getConnection(node.getNodeId()).sync().info());
            } catch (RuntimeException e) { // one server away says nothing of the others
                silent = e;
            }
        }
        if (infos.isEmpty() && silent != null) {
            throw silent;
        }
        return infos;
    }

    @Override
    public void close() {
        connection.close();
    }
}
