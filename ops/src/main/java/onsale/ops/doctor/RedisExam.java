package onsale.ops.doctor;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import onsale.ops.server.RedisInfo;
import onsale.platform.redis.Redis;

/**
 * Looks at Redis: daily at its state, weekly at its biggest keys, monthly at its files and size.
 */
public final class RedisExam {

    private static final String MEMORY = "docs/runbooks/redis-memory.md";
    private static final String CONNECTIONS = "docs/runbooks/redis-connections.md";
    private static final String FAILOVER = "docs/runbooks/redis-failover.md";
    private static final String AOF = "docs/runbooks/redis-aof.md";
    private static final String LOAD = "docs/runbooks/redis-load.md";

    private static final double MEMORY_MAX = 0.8;
    private static final double HITS_MIN = 0.9;

    /** Fewer reads say nothing about their success. */
    private static final double READS_MIN = 100_000;

    private static final double CLIENTS_MAX = 500;
    private static final double LAG_SECONDS_MAX = 5;

    /** A file that has grown by more since its last rewrite should have been rewritten. */
    private static final double AOF_GROWN_BY = 3;

    private static final double AOF_BYTES_MIN = 256 << 20;
    private static final int KEYS_MAX = 200_000;
    private static final int KEYS_SHOWN = 5;
    private static final long BIG_KEY_BYTES = 32L << 20;

    private final Findings findings;

    public RedisExam(Findings findings) {
        this.findings = findings;
    }

    /**
     * Looks at what each server says of itself.
     *
     * @param infos the replies of INFO by server
     */
    public void daily(Map<String, String> infos) {
        infos.forEach((server, text) -> {
            RedisInfo info = new RedisInfo(text);
            String name = infos.size() == 1 ? "Redis" : "Redis " + server;
            memory(name, info);
            clients(name, info);
            findings.judge(
                    info.persists(),
                    name + " persistence",
                    info.persists() ? "saves and appends" : "the last save or append failed",
                    "Make room for its files: " + AOF);
            double lag = info.replicationLagSeconds();
            if (!Double.isNaN(lag)) {
                findings.judge(
                        lag <= LAG_SECONDS_MAX,
                        name + " replication",
                        "%.0f s behind".formatted(lag),
                        "Look at its network and load: " + FAILOVER);
            }
            hits(name, info);
        });
        boolean master = infos.values().stream().anyMatch(text -> new RedisInfo(text).isMaster());
        findings.judge(
                master,
                "Redis master",
                master ? "there is one" : "there are replicas only",
                "Promote one: " + FAILOVER);
    }

    private void memory(String name, RedisInfo info) {
        double ratio = info.memoryRatio();
        if (Double.isNaN(ratio)) {
            findings.note(
                    name + " memory",
                    mebibytes(info.number("used_memory")) + ", without a limit",
                    "Set maxmemory, so that the system does not end it.");
        } else {
            findings.judge(
                    ratio <= MEMORY_MAX,
                    name + " memory",
                    "%.0f %% of %s".formatted(ratio * 100, mebibytes(info.number("maxmemory"))),
                    "Give it more memory before it refuses writes: " + MEMORY);
        }
        String policy = info.text("maxmemory_policy");
        findings.judge(
                policy.equals("noeviction"),
                name + " policy",
                policy,
                "Set maxmemory-policy to noeviction: places in line are no cache. " + MEMORY);
        double evicted = info.number("evicted_keys");
        findings.judge(
                evicted == 0,
                name + " evictions",
                "%.0f keys evicted".formatted(evicted),
                "Places or holds may be gone from memory; PostgreSQL has them. " + MEMORY);
    }

    private void clients(String name, RedisInfo info) {
        double clients = info.number("connected_clients");
        findings.judge(
                clients <= CLIENTS_MAX,
                name + " clients",
                "%.0f of %.0f".formatted(clients, info.number("maxclients")),
                "Find out whose they are: " + CONNECTIONS);
        double blocked = info.number("blocked_clients");
        findings.judge(
                blocked == 0,
                name + " blocked clients",
                "%.0f".formatted(blocked),
                "Ours never block; somebody else uses this server: " + CONNECTIONS);
    }

    private void hits(String name, RedisInfo info) {
        double ratio = info.hitRatio();
        double reads = info.number("keyspace_hits") + info.number("keyspace_misses");
        if (reads >= READS_MIN && ratio < HITS_MIN) {
            findings.note(
                    name + " hit rate",
                    "%.0f %% of reads find their key".formatted(ratio * 100),
                    "Ordinary after a loss; otherwise somebody asks for what is not there: "
                            + LOAD);
        } else {
            findings.judge(
                    true,
                    name + " hit rate",
                    reads < 1 ? "no reads yet" : "%.0f %%".formatted(ratio * 100),
                    "");
        }
    }

    private record Sized(String key, long bytes) {}

    /** Looks for the biggest keys, at most {@value #KEYS_MAX} of them, without stopping anybody. */
    public void weekly(Redis redis) {
        List<Sized> biggest = new ArrayList<>();
        int seen = 0;
        KeyScanCursor<String> page = redis.sync().scan(ScanArgs.Builder.limit(1_000));
        while (true) {
            for (String key : page.getKeys()) {
                Long bytes = redis.sync().memoryUsage(key);
                biggest.add(new Sized(key, bytes == null ? 0 : bytes));
            }
            seen += page.getKeys().size();
            biggest.sort(Comparator.comparingLong(Sized::bytes).reversed());
            biggest.subList(Math.min(KEYS_SHOWN, biggest.size()), biggest.size()).clear();
            if (page.isFinished() || seen >= KEYS_MAX) {
                break;
            }
            page = redis.sync().scan(page, ScanArgs.Builder.limit(1_000));
        }
        boolean small = biggest.isEmpty() || biggest.getFirst().bytes() <= BIG_KEY_BYTES;
        findings.judge(
                small,
                "Redis big keys",
                biggest.isEmpty()
                        ? "no keys"
                        : String.join(
                                ", ",
                                biggest.stream()
                                        .map(one ->
                                                one.key() + " " + kibibytes((double) one.bytes()))
                                        .toList()),
                "A line of 50,000 fans takes about 10 MiB; larger ones block: " + MEMORY);
    }

    /** Looks at files and size. */
    public void monthly(Map<String, String> infos) {
        infos.forEach((server, text) -> {
            RedisInfo info = new RedisInfo(text);
            double bytes = info.number("aof_current_size");
            double base = Math.max(info.number("aof_base_size"), 1);
            findings.judge(
                    !(bytes > AOF_BYTES_MIN && bytes > base * AOF_GROWN_BY),
                    "Redis append-only file",
                    Double.isNaN(bytes) ? "none" : mebibytes(bytes),
                    "Have it rewritten (BGREWRITEAOF) in a quiet hour, and ask why it was not: "
                            + AOF);
            double limit = info.number("maxmemory");
            double peak = info.number("used_memory_peak");
            findings.judge(
                    !(limit > 0 && peak > limit * MEMORY_MAX),
                    "Redis size",
                    "peak of " + mebibytes(peak) + (limit > 0 ? " of " + mebibytes(limit) : ""),
                    "The largest sale so far nearly filled it: " + MEMORY);
            findings.judge(
                    true, "Redis replicas", "%.0f".formatted(info.number("connected_slaves")), "");
        });
    }

    private static String mebibytes(double bytes) {
        return String.format(Locale.ROOT, "%.0f MiB", bytes / (1 << 20));
    }

    private static String kibibytes(double bytes) {
        return String.format(Locale.ROOT, "%.0f KiB", bytes / 1024);
    }
}
