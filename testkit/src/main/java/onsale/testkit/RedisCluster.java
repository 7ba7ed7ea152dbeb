package onsale.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import onsale.platform.embedded.Ports;
import onsale.platform.embedded.RedisServer;
import onsale.platform.settings.Secret;

/**
 * A Redis Cluster of three masters on loopback, each with a third of the slots. There are no
 * replicas, so the slots of a dead master wait for its return.
 */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    private final List<RedisServer> masters;

    private RedisCluster(List<RedisServer> masters) {
        this.masters = masters;
    }

    /**
     * Starts a cluster, and returns when every server knows all of it.
     *
     * @param cache holds unpacked binaries
     */
    public static RedisCluster start(Path home, Path cache, Secret password) {
        List<Integer> busPorts = IntStream.range(0, MASTERS).mapToObj(i -> Ports.free()).toList();
        RedisCluster cluster =
                new RedisCluster(
                        IntStream.range(0, MASTERS)
                                .mapToObj(i ->
                                        RedisServer.clusterMember(
                                                home.resolve("node" + i),
                                                cache,
                                                password,
                                                busPorts.get(i)))
                                .toList());
        try {
            cluster.masters.forEach(RedisServer::start);
            cluster.join(busPorts);
            cluster.awaitHealth();
        } catch (RuntimeException | AssertionError e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private void join(List<Integer> busPorts) {
        for (int i = 0; i < MASTERS; i++) {
            RedisServer master = masters.get(i);
            master.tell("CLUSTER ADDSLOTSRANGE %d %d".formatted(first(i), first(i + 1) - 1));
            if (i > 0) {
                masters.getFirst()
                        .tell(
                                "CLUSTER MEET 127.0.0.1 %d %d"
                                        .formatted(master.port(), busPorts.get(i)));
            }
        }
    }

    /** Waits until all servers agree again that no slot is missing. */
    public void awaitHealth() {
        Wait.until(
                "the cluster is whole",
                READY_WITHIN,
                () -> masters.stream().allMatch(RedisCluster::seesAll));
    }

    private static boolean seesAll(RedisServer master) {
        String info = master.ask("CLUSTER INFO");
        return info.contains("cluster_state:ok")
                && info.contains("cluster_slots_ok:" + SLOTS)
                && info.contains("cluster_known_nodes:" + MASTERS);
    }

    private static int first(int master) {
        return SLOTS * master / MASTERS;
    }

    public List<RedisServer> masters() {
        return masters;
    }

    /** The master that had this slot at the start. */
    public RedisServer master(int slot) {
        return masters.get(
                IntStream.range(0, MASTERS)
                        .filter(i -> slot < first(i + 1))
                        .findFirst()
                        .orElseThrow());
    }

    /** The addresses, in the format of {@code onsale.redis.url}. */
    public String urls() {
        return masters.stream().map(RedisServer::url).collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        masters.forEach(RedisServer::stop);
    }
}
