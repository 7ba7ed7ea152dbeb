package onsale.platform.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;

/**
 * A server that runs as a child process. Tests and rehearsals can also kill and pause it. Its port
 * and data stay the same over restarts.
 */
public abstract sealed class EmbeddedServer implements AutoCloseable
        permits PostgresServer, RedisServer, KafkaServer {

    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final Duration GRACE = Duration.ofSeconds(15);

    /** How often a server that ends during its start is tried again; see {@link #start}. */
    private static final int STARTS_MAX = 20;

    /** Messages of failures that pass; each server words them differently. */
    private static final Pattern PASSING =
            Pattern.compile("still in use|Address already in use|Address in use");

    private final String name;
    private final Path home;
    private final int port;
    private @Nullable ServerProcess process;

    /** Whether it should run: it was started, and since then neither stopped nor killed by us. */
    private boolean wanted;

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

    /**
     * Tries to remove the cause of a failed start.
     *
     * @param said what the server has written
     * @return whether the next start may succeed
     */
    boolean recoversFrom(String said) {
        return false;
    }

    Map<String, String> environment() {
        return Map.of();
    }

    /**
     * Starts the server, and returns when it answers. A server may end during its start because its
     * predecessor is not quite gone yet (PostgreSQL's shared memory, a port), so it is tried again
     * for a while.
     */
    public synchronized void start() {
        wanted = true;
        if (process != null && process.isAlive()) {
            return;
        }
        ServerProcess.endOrphan(home, name, program());
        prepare();
        Instant deadline = Instant.now().plus(READY_WITHIN);
        for (int starts = 1; ; starts++) {
            ServerProcess started =
                    ServerProcess.start(home, name, command(), environment(), stopSignal(), GRACE);
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
            String said = started.said();
            boolean passing = PASSING.matcher(said).find();
            boolean recovered = !passing && recoversFrom(said);
            if (recovered) {
                prepare();
            }
            if (!(passing || recovered)
                    || starts >= STARTS_MAX
                    || !Instant.now().isBefore(deadline)) {
                throw failure("it ended at once");
            }
            ServerProcess.pauseFor(Duration.ofMillis(250));
        }
    }

    /** Whether it, or its keeper, has ended although it is meant to run. */
    synchronized boolean hasDied() {
        return wanted && (process == null || !process.isKept());
    }

    /** Starts it again after its death, unless it was stopped meanwhile. */
    synchronized void revive() {
        if (wanted) {
            if (process != null) {
                process.stop(); // without its keeper it would outlive this process
            }
            start();
        }
    }

    public synchronized void stop() {
        wanted = false;
        if (process != null) {
            process.stop();
        }
    }

    public synchronized void kill() {
        wanted = false;
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
