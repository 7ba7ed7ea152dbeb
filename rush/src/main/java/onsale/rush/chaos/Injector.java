package onsale.rush.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import onsale.platform.embedded.EmbeddedServer;
import onsale.platform.embedded.KafkaServer;
import onsale.platform.embedded.RedisServer;
import onsale.platform.embedded.Trees;
import onsale.rush.http.Answer;
import onsale.rush.http.Http;
import onsale.rush.platform.Child;
import onsale.rush.platform.OwnPlatform;
import org.jspecify.annotations.Nullable;

/** Injects the planned faults and restores the processes. Recovery is up to the platform. */
public final class Injector {

    /** The age of the files that Redis starts from. */
    private static final Duration OLDER = Duration.ofSeconds(5);

    private static final String PROVIDER_FAULTS =
            """
            {"seed": 7, "rules": [
              {"kind": "HANG", "rate": 0.05, "millis": 3000, "effect": "LAST"},
              {"kind": "HANG", "rate": 0.05, "millis": 3000, "effect": "FIRST"},
              {"kind": "ERROR", "rate": 0.05, "effect": "FIRST"},
              {"kind": "CUT", "rate": 0.05},
              {"kind": "LATE", "rate": 0.05, "millis": 4000},
              {"kind": "DECLINE", "rate": 0.05},
              {"kind": "ERROR", "rate": 0.1, "on": "CANCEL", "effect": "FIRST"},
              {"kind": "CUT", "rate": 0.1, "on": "GET"},
              {"kind": "ERROR", "rate": 0.1, "on": "PRE_REGISTER"},
              {"kind": "WEBHOOK_LOST", "rate": 0.2},
              {"kind": "WEBHOOK_DUPLICATE", "rate": 0.2}
            ]}
            """;

    /** A fault that was injected; times in nanoseconds since the beginning. */
    public record Done(Fault fault, long atNanos, long overNanos, @Nullable String failure) {}

    private final OwnPlatform platform;
    private final Http http;
    private final long start;
    private final List<Done> done = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Map<String, ReentrantLock> parts = new ConcurrentHashMap<>();
    private volatile @Nullable String now;
    private volatile Instant lastTrouble = Instant.EPOCH;

    public Injector(OwnPlatform platform, Http http, long startNanos) {
        this.platform = platform;
        this.http = http;
        this.start = startNanos;
    }

    public void start(List<Fault> plan) {
        for (Fault fault : plan) {
            threads.add(Thread.ofVirtual().name("fault").start(() -> run(fault)));
        }
    }

    /** Waits until all faults are over. */
    public List<Done> await() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        provider("{}");
        return List.copyOf(done);
    }

    /** The faults so far. */
    public String now() {
        @Nullable String what = now;
        return what == null ? "" : what;
    }

    /** The time of the last fault; now, if one is going on. */
    public Instant lastTrouble() {
        return now == null ? lastTrouble : Instant.now();
    }

    /** Waits for an earlier fault of the same part, which must be restored first. */
    private void run(Fault fault) {
        @Nullable Path copy = null;
        @Nullable String failure = null;
        long at = fault.at().toNanos();
        try {
            if (fault.kind() == Fault.Kind.OLD_FILES) {
                until(start + fault.at().minus(OLDER).toNanos());
                copy = copyOfRedis();
            } else if (fault.kind() == Fault.Kind.EMPTY) {
                copy = emptyDirectory();
            }
            until(start + fault.at().toNanos());
            ReentrantLock part = parts.computeIfAbsent(part(fault), _ -> new ReentrantLock(true));
            part.lock();
            try {
                at = System.nanoTime() - start;
                now = fault.what();
                inject(fault, copy);
            } finally {
                now = null;
                lastTrouble = Instant.now();
                part.unlock();
            }
        } catch (RuntimeException e) {
            failure = e.toString();
        }
        done.add(new Done(fault, at, System.nanoTime() - start, failure));
    }

    private static String part(Fault fault) {
        return switch (fault.subject()) {
            case NODE -> "node" + fault.node();
            case SIMULATOR, PROVIDER -> "provider";
            case REDIS, KAFKA, POSTGRES -> fault.subject().name();
        };
    }

    private void inject(Fault fault, @Nullable Path copy) {
        long lasts = fault.lasts().toNanos();
        switch (fault.subject()) {
            case PROVIDER -> {
                if (fault.kind() == Fault.Kind.DOWN) {
                    provider(
                            "{\"down\": {\"millis\": %d, \"how\": \"CUT\"}}"
                                    .formatted(fault.lasts().toMillis()));
                    pause(lasts);
                } else {
                    provider(PROVIDER_FAULTS);
                    pause(lasts);
                    provider("{}");
                }
            }
            case NODE -> child(fault, platform.nodes().get(fault.node()));
            case SIMULATOR -> child(fault, platform.simulator());
            case REDIS -> server(fault, platform.servers().redis(), copy);
            case KAFKA -> server(fault, platform.servers().kafka(), copy);
            case POSTGRES -> server(fault, platform.servers().postgres(), copy);
        }
    }

    private static void child(Fault fault, Child child) {
        long lasts = fault.lasts().toNanos();
        switch (fault.kind()) {
            case PAUSE -> {
                child.pause();
                pause(lasts);
                child.resume();
            }
            case RESTART -> {
                child.stop();
                child.startAgain();
            }
            default -> {
                child.kill();
                pause(lasts);
                child.startAgain();
            }
        }
    }

    private static void server(Fault fault, EmbeddedServer server, @Nullable Path copy) {
        long lasts = fault.lasts().toNanos();
        switch (fault.kind()) {
            case PAUSE -> {
                server.pause();
                pause(lasts);
                server.resume();
            }
            case RESTART -> server.restart();
            case FLUSH -> {
                if (server instanceof RedisServer redis) {
                    redis.flushAll();
                }
            }
            case OLD_FILES, EMPTY -> {
                if (server instanceof RedisServer redis && copy != null) {
                    redis.kill();
                    pause(lasts);
                    replace(redis.data(), copy);
                    redis.start();
                } else if (server instanceof KafkaServer kafka) {
                    kafka.restartEmpty();
                }
            }
            default -> {
                server.kill();
                pause(lasts);
                server.start();
            }
        }
    }

    private Path copyOfRedis() {
        Path copy = platform.directory().resolve("redis-" + System.nanoTime());
        try {
            Trees.copy(platform.servers().redis().data(), copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return copy;
    }

    private Path emptyDirectory() {
        try {
            return Files.createTempDirectory(platform.directory(), "redis-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void replace(Path data, Path copy) {
        try {
            Trees.delete(data);
            Trees.copy(copy, data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void provider(String faults) {
        Answer answer =
                http.send(
                        "PUT",
                        platform.provider().resolve("/simulator/faults"),
                        Map.of("Authorization", "PortOne " + platform.providerSecret()),
                        faults,
                        Duration.ofSeconds(10));
        if (!answer.isGood()) {
            throw new IllegalStateException("the provider takes no faults: " + answer);
        }
    }

    private static void pause(long nanos) {
        until(System.nanoTime() + nanos);
    }

    private static void until(long nanos) {
        long left;
        while ((left = nanos - System.nanoTime()) > 0) {
            LockSupport.parkNanos(left);
        }
    }
}
