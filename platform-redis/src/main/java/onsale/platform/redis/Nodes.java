package onsale.platform.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The servers behind the configured addresses, and which of them owns a key. */
sealed interface Nodes permits SingleNode, ClusterNodes {

    /**
     * A server in the topology. Its process may be replaced by another, and the connection follows.
     */
    record Node(String id, RedisURI address, StatefulRedisConnection<String, String> connection) {}

    /** Connects to the servers; called until it succeeds, and closed after the nodes. */
    interface Connector {

        Nodes connect();

        void close();
    }

    /** The node that owns a key; fails if there is none or it cannot be reached. */
    CompletableFuture<Node> owning(String key);

    /** Reads the topology again; completes when {@link #owning} uses it. */
    CompletableFuture<Void> refresh();

    RedisClusterCommands<String, String> sync();

    RedisClusterAsyncCommands<String, String> async();

    /** What each server that answers says of itself, by its name; throws if none answers. */
    Map<String, String> infos();

    void close();
}
