package onsale.platform.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import onsale.platform.StartFailure;

/**
 * One running server under its keeper, a small shell script that stops the server as soon as this
 * JVM closes the pipe to it or dies. The pid file tells the next start what an earlier one left.
 */
final class ServerProcess {

    private static final boolean LINUX = System.getProperty("os.name", "").startsWith("Linux");
    private static final Duration PID_WITHIN = Duration.ofSeconds(5);
    private static final Duration ORPHAN_GRACE = Duration.ofSeconds(20);
    private static final Duration GRACE = Duration.ofSeconds(15);
    private static final long LOG_BYTES_MAX = 16L << 20;

    private final Process keeper;
    private final ProcessHandle server;

    private ServerProcess(Process keeper, ProcessHandle server) {
        this.keeper = keeper;
        this.server = server;
    }

    static ServerProcess start(
            Path home,
            String name,
            List<String> command,
            Map<String, String> environment,
            String stopSignal) {
        try {
            Path log = logFile(home, name);
            Path pidFile = pidFile(home, name);
            Files.createDirectories(log.getParent());
            keepLogBounded(log);
            Files.deleteIfExists(pidFile);

            List<String> line = new ArrayList<>();
            if (LINUX) {
                line.add("setsid"); // Ctrl-C in a terminal is for us; we stop the servers in order
            }
            line.addAll(
                    List.of(
                            "sh",
                            keeperScript(home).toString(),
                            pidFile.toString(),
                            stopSignal,
                            String.valueOf(GRACE.toSeconds())));
            line.addAll(command);
            ProcessBuilder builder = new ProcessBuilder(line);
            builder.environment().putAll(environment);
            builder.redirectErrorStream(true);
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            Process keeper = builder.start();
            return new ServerProcess(keeper, awaitPid(keeper, pidFile, log));
        } catch (IOException e) {
            throw new StartFailure("Cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Ends what an earlier process left of this server, if anything, and waits until it is gone.
     */
    static void endOrphan(Path home, String name, String program) {
        leftover(pidFile(home, name), program)
                .ifPresent(orphan -> {
                    // The orphan's keeper is stopping it already; help only if that hangs.
                    if (!awaitExit(orphan, ORPHAN_GRACE)) {
                        orphan.destroyForcibly();
                        awaitExit(orphan, ORPHAN_GRACE);
                    }
                });
    }

    boolean isAlive() {
        return server.isAlive();
    }

    long pid() {
        return server.pid();
    }

    void stop() {
        try {
            keeper.getOutputStream().close();
        } catch (IOException e) {
            server.destroy(); // the keeper is gone; ask the server itself
        }
        awaitEnd(GRACE.plusSeconds(5));
    }

    /** kill -9, children included: what a power cut leaves behind. */
    void kill() {
        List<ProcessHandle> children = server.descendants().toList();
        server.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> awaitExit(child, Duration.ofSeconds(10)));
        awaitEnd(Duration.ofSeconds(10));
    }

    /** SIGSTOP: alive for the operating system, silent for everybody else. */
    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String signal) {
        List<String> line = new ArrayList<>(List.of("kill", "-s", signal, "" + server.pid()));
        server.descendants().forEach(child -> line.add("" + child.pid()));
        try {
            new ProcessBuilder(line).redirectErrorStream(true).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitEnd(Duration within) {
        try {
            if (!keeper.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
                server.destroyForcibly();
                keeper.destroyForcibly();
                keeper.waitFor(5, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    static Path logFile(Path home, String name) {
        return home.resolve("logs").resolve(name + ".log");
    }

    /** The end of the server's own log, for messages about why it did not start. */
    static String logTail(Path home, String name) {
        try (Stream<String> lines = Files.lines(logFile(home, name))) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - 20), all.size()));
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }

    private static Path pidFile(Path home, String name) {
        return home.resolve(name + ".pid");
    }

    private static Path keeperScript(Path home) throws IOException {
        Path script = home.resolve("keeper.sh");
        Path fresh = Files.createTempFile(home, "keeper", ".sh");
        try (var in = ServerProcess.class.getResourceAsStream("keeper.sh")) {
            if (in == null) {
                throw new IllegalStateException("keeper.sh is missing from the jar");
            }
            Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
        }
        return Files.move(fresh, script, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void keepLogBounded(Path log) throws IOException {
        if (Files.exists(log) && Files.size(log) > LOG_BYTES_MAX) {
            Files.move(
                    log,
                    log.resolveSibling(log.getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static ProcessHandle awaitPid(Process keeper, Path pidFile, Path log)
            throws IOException {
        Instant deadline = Instant.now().plus(PID_WITHIN);
        while (Instant.now().isBefore(deadline)) {
            if (Files.exists(pidFile)) {
                long pid = Long.parseLong(Files.readString(pidFile).strip());
                // A server that ended at once has no handle; its keeper is then as good.
                return ProcessHandle.of(pid).orElse(keeper.toHandle());
            }
            if (!keeper.isAlive()) {
                break;
            }
            pauseFor(Duration.ofMillis(2));
        }
        keeper.destroyForcibly();
        throw new IOException("no process came up; see " + log);
    }

    private static Optional<ProcessHandle> leftover(Path pidFile, String program) {
        try {
            long pid = Long.parseLong(Files.readString(pidFile).strip());
            Instant written = Files.getLastModifiedTime(pidFile).toInstant();
            return ProcessHandle.of(pid)
                    .filter(handle -> isSame(handle, program, written))
                    .filter(ProcessHandle::isAlive);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Pids are reused: it is ours only if it runs that program since the pid was written. */
    private static boolean isSame(ProcessHandle handle, String program, Instant pidWritten) {
        ProcessHandle.Info info = handle.info();
        boolean program0 =
                info.command().map(command -> command.contains(program)).orElse(false)
                        || info.commandLine().map(line -> line.contains(program)).orElse(false);
        boolean sameAge =
                info.startInstant()
                        .map(start -> Duration.between(start, pidWritten).abs().toSeconds() < 30)
                        .orElse(false);
        return program0 && sameAge;
    }

    private static boolean awaitExit(ProcessHandle handle, Duration within) {
        Instant deadline = Instant.now().plus(within);
        while (handle.isAlive() && Instant.now().isBefore(deadline)) {
            pauseFor(Duration.ofMillis(20));
        }
        return !handle.isAlive();
    }

    static void pauseFor(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted while waiting for a server.");
        }
    }
}
