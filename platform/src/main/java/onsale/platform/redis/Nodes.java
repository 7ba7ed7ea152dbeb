package onsale.platform.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.concurrent.CompletableFuture;

/** The servers behind one address: which of them owns a key, and how to talk to it. */
sealed interface Nodes permits SingleNode, ClusterNodes {

    /**
     * A server by its place in the topology. Processes come and go behind it; the connection
     * follows them.
     */
    record Node(String id, RedisURI address, StatefulRedisConnection<String, String> connection) {}

    /** Fails if nobody owns the key or its owner cannot be reached. */
    CompletableFuture<Node> owning(String key);

    /** Learns anew who owns what; done when the next {@link #owning} knows it. */
    CompletableFuture<Void> refresh();

    RedisClusterCommands<String, String> sync();

    RedisClusterAsyncCommands<String, String> async();

    void close();
}
