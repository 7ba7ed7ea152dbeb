package onsale.platform.embedded;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;

/**
 * The servers that a process starts for itself, because it was given no address for them. They
 * start in parallel and stop in the order Kafka, Redis, PostgreSQL.
 */
public final class EmbeddedServers implements AutoCloseable {

    private static final long DESCRIPTORS_MIN = 1024;

    private final @Nullable KafkaServer kafka;
    private final @Nullable RedisServer redis;
    private final @Nullable PostgresServer postgres;
    private @Nullable Supervisor supervisor;

    private EmbeddedServers(
            @Nullable PostgresServer postgres,
            @Nullable RedisServer redis,
            @Nullable KafkaServer kafka) {
        this.postgres = postgres;
        this.redis = redis;
        this.kafka = kafka;
    }

    /** Which servers to start, and on which ports; 0 takes a free one. */
    public record Wanted(
            boolean postgres,
            int postgresPort,
            boolean redis,
            int redisPort,
            boolean kafka,
            int kafkaPort,
            int kafkaProxyPort) {

        public static final Wanted ALL = new Wanted(true, 0, true, 0, true, 0, 0);

        /** Lets clients of Kafka also connect through a proxy on this port. */
        public Wanted withKafkaProxy(int proxyPort) {
            return new Wanted(
                    postgres, postgresPort, redis, redisPort, kafka, kafkaPort, proxyPort);
        }

        public boolean any() {
            return postgres || redis || kafka;
        }
    }

    public static EmbeddedServers start(DataDirectory directory, Wanted wanted) {
        return start(directory, directory.path().resolve("servers"), wanted);
    }

    /**
     * Starts the wanted servers.
     *
     * @param cache holds unpacked binaries, and may be shared by any number of instances
     */
    public static EmbeddedServers start(DataDirectory directory, Path cache, Wanted wanted) {
        checkDescriptors();
        Path home = directory.path();
        Secret secret = directory.secret();
        EmbeddedServers servers =
                new EmbeddedServers(
                        wanted.postgres()
                                ? new PostgresServer(
                                        home,
                                        cache,
                                        wanted.postgresPort(),
                                        secret.derive("postgres/admin"))
                                : null,
                        wanted.redis()
                                ? new RedisServer(
                                        home, cache, wanted.redisPort(), secret.derive("redis"))
                                : null,
                        wanted.kafka()
                                ? new KafkaServer(
                                        home,
                                        wanted.kafkaPort(),
                                        wanted.kafkaProxyPort(),
                                        secret.derive("kafka"))
                                : null);
        servers.startAll();
        return servers;
    }

    private void startAll() {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> starts =
                    all().stream()
                            .map(server -> CompletableFuture.runAsync(server::start, threads))
                            .toList();
            CompletableFuture.allOf(starts.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            close();
            throw e.getCause() instanceof StartFailure failure
                    ? failure
                    : new StartFailure("The embedded servers did not start.", e);
        }
    }

    /**
     * Restarts servers that die from now on.
     *
     * @param giveUp receives a sentence, once, when a server cannot be kept running; it must not
     *     wait for {@link #close}
     */
    public void supervise(Consumer<String> giveUp) {
        supervise(Clock.systemUTC(), giveUp);
    }

    public synchronized void supervise(Clock clock, Consumer<String> giveUp) {
        supervisor = new Supervisor(all(), clock, giveUp);
    }

    public PostgresServer postgres() {
        return present(postgres);
    }

    public RedisServer redis() {
        return present(redis);
    }

    public KafkaServer kafka() {
        return present(kafka);
    }

    public List<EmbeddedServer> all() {
        List<EmbeddedServer> all = new ArrayList<>();
        if (kafka != null) {
            all.add(kafka);
        }
        if (redis != null) {
            all.add(redis);
        }
        if (postgres != null) {
            all.add(postgres);
        }
        return all;
    }

    @Override
    public synchronized void close() {
        if (supervisor != null) {
            supervisor.close();
        }
        all().forEach(EmbeddedServer::stop);
    }

    private static <T> T present(@Nullable T server) {
        if (server == null) {
            throw new IllegalStateException("not embedded here: its address was configured");
        }
        return server;
    }

    private static void checkDescriptors() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                && unix.getMaxFileDescriptorCount() < DESCRIPTORS_MIN) {
            throw new StartFailure(
                    "Too few file descriptors (%d, at least %d needed): raise the limit, e.g. ulimit -n 65536."
                            .formatted(unix.getMaxFileDescriptorCount(), DESCRIPTORS_MIN));
        }
    }
}
