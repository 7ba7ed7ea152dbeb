package onsale.rush.platform;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import onsale.platform.StartFailure;
import onsale.platform.embedded.ServerProcess;
import org.jspecify.annotations.Nullable;

/**
 * A process of the application that is started, disturbed and started again at the same address. A
 * keeper process ends it when this process ends, even if this process is killed.
 */
public final class Child implements AutoCloseable {

    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(3);
    private static final Duration BEFORE_THE_NEXT_TRY = Duration.ofSeconds(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(30);

    private final String name;
    private final List<String> command;
    private final Path home;
    private final String readyLine;
    private @Nullable ServerProcess process;

    /**
     * @param home where its log and its pid are
     * @param readyLine part of the line that says it is ready
     */
    public Child(String name, List<String> command, Path home, String readyLine) {
        this.name = name;
        this.command = List.copyOf(command);
        this.home = home;
        this.readyLine = readyLine;
        // an aborted rehearsal leaves nothing behind
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    public String name() {
        return name;
    }

    /** Starts the process without waiting for it. */
    synchronized void launch() {
        process =
                ServerProcess.start(
                        home, name.replace(" ", ""), command, Map.of(), "TERM", STOP_WITHIN);
    }

    void awaitReady() {
        long end = System.nanoTime() + READY_WITHIN.toNanos();
        while (!said().contains(readyLine)) {
            if (!isAlive()) {
                throw new StartFailure(name + " ended during its start:\n" + tail());
            }
            if (System.nanoTime() - end > 0) {
                throw new StartFailure(name + " is not ready in time:\n" + tail());
            }
            pauseFor(Duration.ofMillis(100));
        }
    }

    /**
     * Starts the process again and again until it runs, as a supervisor does: it cannot start while
     * servers that it needs are away.
     */
    public void startAgain() {
        long end = System.nanoTime() + STARTS_WITHIN.toNanos();
        while (true) {
            launch();
            try {
                awaitReady();
                return;
            } catch (StartFailure e) {
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
                kill();
                pauseFor(BEFORE_THE_NEXT_TRY);
            }
        }
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** The process id; 0 while it does not run. */
    public synchronized long pid() {
        return process == null || !process.isAlive() ? 0 : process.pid();
    }

    public void kill() {
        with(ServerProcess::kill);
    }

    /** Stops the process by SIGTERM. */
    public void stop() {
        with(ServerProcess::stop);
    }

    public void pause() {
        with(ServerProcess::pause);
    }

    public void resume() {
        with(ServerProcess::resume);
    }

    private void with(Consumer<ServerProcess> action) {
        @Nullable ServerProcess running = current();
        if (running != null) {
            action.accept(running);
        }
    }

    private synchronized @Nullable ServerProcess current() {
        return process;
    }

    /** The log of the running process. */
    private String said() {
        @Nullable ServerProcess running = current();
        return running == null ? "" : running.said();
    }

    private String tail() {
        List<String> lines = said().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    public static void pauseFor(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted.");
        }
    }

    @Override
    public void close() {
        resume(); // a paused process cannot stop
        stop();
    }
}
