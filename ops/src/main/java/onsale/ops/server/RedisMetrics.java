package onsale.ops.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import onsale.platform.job.Loop;
import onsale.platform.redis.Redis;
import org.jspecify.annotations.Nullable;

/**
 * INFO of every Redis server as metrics, by server. While a server does not answer, its gauges are
 * NaN and its counters stand still.
 */
public final class RedisMetrics implements AutoCloseable {

    private static final Duration ASK_EVERY = Duration.ofSeconds(10);

    /** The last reply of one server. */
    private static final class Server {

        private volatile RedisInfo last = new RedisInfo("");
        private volatile @Nullable RedisInfo now;

        void heard(@Nullable RedisInfo info) {
            now = info;
            last = info == null ? last : info;
        }

        double gauge(ToDoubleFunction<RedisInfo> value) {
            @Nullable RedisInfo known = now;
            return known == null ? Double.NaN : value.applyAsDouble(known);
        }
    }

    private final Redis redis;
    private final MeterRegistry registry;
    private final Map<String, Server> servers = new ConcurrentHashMap<>();
    private final Loop loop = new Loop("redis-metrics", this::step);

    public RedisMetrics(Redis redis, MeterRegistry registry) {
        this.redis = redis;
        this.registry = registry;
    }

    public RedisMetrics start() {
        loop.start();
        return this;
    }

    private Duration step() {
        Map<String, String> infos = Map.of();
        try {
            infos = redis.infos();
        } catch (RuntimeException e) {
            // onsale_dependency_up tells it
        }
        Map<String, String> heard = infos;
        servers.forEach((name, server) -> server.heard(info(heard.get(name))));
        heard.forEach((name, info) -> {
            if (!servers.containsKey(name)) {
                Server server = new Server();
                server.heard(new RedisInfo(info));
                servers.put(name, server);
                register(name, server);
            }
        });
        return ASK_EVERY;
    }

    private static @Nullable RedisInfo info(@Nullable String text) {
        return text == null ? null : new RedisInfo(text);
    }

    private void register(String name, Server server) {
        memory(name, server);
        gauge(
                name,
                server,
                "clients",
                "Connected clients",
                info -> info.number("connected_clients"));
        gauge(name, server, "clients.max", "The most clients", info -> info.number("maxclients"));
        gauge(
                name,
                server,
                "clients.blocked",
                "Clients in a blocking call",
                info -> info.number("blocked_clients"));
        gauge(name, server, "master", "1 for a master", info -> info.isMaster() ? 1 : 0);
        gauge(
                name,
                server,
                "replication.lag.seconds",
                "How long a replica was not heard; NaN without one",
                RedisInfo::replicationLagSeconds);
        gauge(
                name,
                server,
                "persisting",
                "1 if the last save and the last write of the append-only file succeeded",
                info -> info.persists() ? 1 : 0);
        gauge(
                name,
                server,
                "aof.bytes",
                "Size of the append-only file",
                info -> info.number("aof_current_size"));
        gauge(
                name,
                server,
                "aof.rewriting",
                "1 while the append-only file is rewritten",
                info -> info.number("aof_rewrite_in_progress"));
        gauge(
                name,
                server,
                "unsaved.changes",
                "Changes since the last snapshot (RDB)",
                info -> info.number("rdb_changes_since_last_save"));
        counters(name, server);
    }

    private void memory(String name, Server server) {
        gauge(
                name,
                server,
                "memory.used.bytes",
                "Memory in use",
                info -> info.number("used_memory"));
        gauge(
                name,
                server,
                "memory.limit.bytes",
                "The limit of memory; 0 for none",
                info -> info.number("maxmemory"));
        gauge(
                name,
                server,
                "memory.ratio",
                "Memory in use as a share of the limit; NaN without one",
                RedisInfo::memoryRatio);
        gauge(
                name,
                server,
                "memory.fragmentation.ratio",
                "Memory that the system gave as a share of what is in use",
                info -> info.number("mem_fragmentation_ratio"));
    }

    private void counters(String name, Server server) {
        counter(name, server, "evicted.keys", "Keys evicted for lack of memory", "evicted_keys");
        counter(name, server, "expired.keys", "Keys whose time was over", "expired_keys");
        counter(name, server, "keyspace.hits", "Reads that found their key", "keyspace_hits");
        counter(name, server, "keyspace.misses", "Reads that found none", "keyspace_misses");
        counter(name, server, "commands", "Commands processed", "total_commands_processed");
        counter(name, server, "net.input.bytes", "Bytes received", "total_net_input_bytes");
        counter(name, server, "net.output.bytes", "Bytes sent", "total_net_output_bytes");
        counter(
                name,
                server,
                "rejected.connections",
                "Connections refused because of the most clients",
                "rejected_connections");
        counter(
                name,
                server,
                "cpu.seconds",
                "CPU of the thread that runs commands",
                "used_cpu_user_main_thread",
                "used_cpu_sys_main_thread");
    }

    private void gauge(
            String name,
            Server server,
            String metric,
            String description,
            ToDoubleFunction<RedisInfo> value) {
        Gauge.builder("onsale.redis." + metric, server, one -> one.gauge(value))
                .description(description)
                .tag("server", name)
                .strongReference(true)
                .register(registry);
    }

    private void counter(
            String name, Server server, String metric, String description, String... fields) {
        FunctionCounter.builder("onsale.redis." + metric, server, one -> sum(one.last, fields))
                .description(description)
                .tag("server", name)
                .register(registry);
    }

    private static double sum(RedisInfo info, String... fields) {
        double sum = 0;
        for (String field : fields) {
            double value = info.number(field);
            sum += Double.isNaN(value) ? 0 : value;
        }
        return sum;
    }

    @Override
    public void close() {
        loop.close(Duration.ZERO);
    }
}
