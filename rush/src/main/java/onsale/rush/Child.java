package onsale.rush;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;

/** A process of the application that is started, hurt and started again at the same address. */
final class Child implements AutoCloseable {

    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(3);
    private static final Duration BEFORE_THE_NEXT_TRY = Duration.ofSeconds(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(30);

    private final String name;
    private final List<String> command;
    private final Path log;
    private final String readyLine;
    private @Nullable Process process;

    /**
     * @param readyLine part of the line that says it is ready
     */
    Child(String name, List<String> command, Path log, String readyLine) {
        this.name = name;
        this.command = List.copyOf(command);
        this.log = log;
        this.readyLine = readyLine;
        // whoever is tired of a rehearsal and ends it leaves nothing behind
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    String name() {
        return name;
    }

    /** Returns at once. */
    synchronized void launch() {
        try {
            Files.writeString(log, ""); // what an earlier life said is of no use
            process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start();
        } catch (IOException e) {
            throw new StartFailure("Cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    void awaitReady() {
        long end = System.nanoTime() + READY_WITHIN.toNanos();
        while (!text().contains(readyLine)) {
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
     * As whoever watches over processes does: who cannot start, because what it needs is away as
     * well, is started again and again.
     */
    void startAgain() {
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

    /** 0 while it does not run. */
    synchronized long pid() {
        return process == null || !process.isAlive() ? 0 : process.pid();
    }

    void kill() {
        @Nullable Process running = running();
        if (running != null) {
            running.destroyForcibly();
            await(running);
        }
    }

    /** In the orderly way. */
    void stop() {
        @Nullable Process running = running();
        if (running != null) {
            running.destroy();
            await(running);
        }
    }

    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private synchronized @Nullable Process running() {
        return process;
    }

    private void signal(String signal) {
        long pid = pid();
        if (pid == 0) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-s", signal, "" + pid).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(Process running) {
        try {
            if (!running.waitFor(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                running.destroyForcibly();
            }
        } catch (InterruptedException e) {
            running.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private String text() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "";
        }
    }

    private String tail() {
        List<String> lines = text().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    static void pauseFor(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted.");
        }
    }

    @Override
    public void close() {
        resume(); // who is paused cannot stop
        stop();
    }
}
