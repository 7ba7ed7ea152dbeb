package onsale.platform.embedded;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;

/**
 * The servers one process starts for itself: those it was given no address for. They start side by
 * side and stop in the order of who needs whom.
 */
public final class EmbeddedServers implements AutoCloseable {

    private static final long DESCRIPTORS_MIN = 1024;

    private final @Nullable KafkaServer kafka;
    private final @Nullable RedisServer redis;
    private final @Nullable PostgresServer postgres;

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

        /** Kafka's clients may also come through a proxy on this port. */
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

    /** The cache holds unpacked binaries and may be shared by any number of instances. */
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
                                ? new KafkaServer(home, wanted.kafkaPort(), wanted.kafkaProxyPort())
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
    public void close() {
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
