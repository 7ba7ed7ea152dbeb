package onsale.platform.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;

/**
 * A server of ours: started, stopped, and for tests hurt in every way that happens in production.
 * Its port and data stay the same over restarts.
 */
public abstract sealed class EmbeddedServer implements AutoCloseable
        permits PostgresServer, RedisServer, KafkaServer {

    private static final Duration READY_WITHIN = Duration.ofSeconds(60);

    /** How often a server that ends during its start is started again; see {@link #start}. */
    private static final int STARTS_MAX = 20;

    private final String name;
    private final Path home;
    private final int port;
    private @Nullable ServerProcess process;

    EmbeddedServer(String name, Path home, int port) {
        this.name = name;
        this.home = home;
        this.port = port;
    }

    abstract void prepare();

    abstract List<String> command();

    /** Part of the command line by which a leftover of an earlier run is recognised. */
    abstract String program();

    abstract String stopSignal();

    /** True as soon as the server answers real requests. */
    abstract boolean answers();

    Map<String, String> environment() {
        return Map.of();
    }

    /**
     * Returns when the server answers. A server may end during its start because something of its
     * predecessor is not quite gone yet (PostgreSQL's shared memory, a port), so we insist a while.
     */
    public synchronized void start() {
        if (process != null && process.isAlive()) {
            return;
        }
        ServerProcess.endOrphan(home, name, program());
        prepare();
        Instant deadline = Instant.now().plus(READY_WITHIN);
        for (int starts = 1; ; starts++) {
            ServerProcess started =
                    ServerProcess.start(home, name, command(), environment(), stopSignal());
            process = started;
            while (started.isAlive() && Instant.now().isBefore(deadline)) {
                if (answers()) {
                    return;
                }
                ServerProcess.pauseFor(Duration.ofMillis(25));
            }
            if (started.isAlive()) {
                started.kill();
                throw failure("it did not answer within " + READY_WITHIN.toSeconds() + " s");
            }
            String tail = ServerProcess.logTail(home, name);
            boolean passing =
                    tail.contains("still in use") || tail.contains("Address already in use");
            if (!passing || starts >= STARTS_MAX || !Instant.now().isBefore(deadline)) {
                throw failure("it ended at once");
            }
            ServerProcess.pauseFor(Duration.ofMillis(250));
        }
    }

    public synchronized void stop() {
        if (process != null) {
            process.stop();
        }
    }

    public synchronized void kill() {
        running().kill();
    }

    public synchronized void pause() {
        running().pause();
    }

    public synchronized void resume() {
        running().resume();
    }

    public synchronized void restart() {
        stop();
        start();
    }

    public synchronized boolean isRunning() {
        return process != null && process.isAlive();
    }

    public synchronized long pid() {
        return running().pid();
    }

    @Override
    public void close() {
        stop();
    }

    public int port() {
        return port;
    }

    public String name() {
        return name;
    }

    Path home() {
        return home;
    }

    private ServerProcess running() {
        if (process == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return process;
    }

    private StartFailure failure(String what) {
        String tail = ServerProcess.logTail(home, name);
        if (tail.contains("No space left on device")) {
            return new StartFailure(
                    "%s cannot start because the disk of %s is full: make room or choose another with --data-dir."
                            .formatted(name, home));
        }
        return new StartFailure(
                "%s did not start (%s); its log %s ends with:%n%s"
                        .formatted(name, what, ServerProcess.logFile(home, name), tail));
    }
}
