package onsale.platform.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
 * A running server, or another child process, under its keeper: a small shell script that stops the
 * server as soon as this JVM closes the pipe to it or dies. The pid file tells the next start which
 * process an earlier one left behind.
 */
public final class ServerProcess {

    private static final boolean LINUX = System.getProperty("os.name", "").startsWith("Linux");
    private static final Duration PID_WITHIN = Duration.ofSeconds(5);
    private static final Duration ORPHAN_GRACE = Duration.ofSeconds(20);
    private static final long LOG_BYTES_MAX = 16L << 20;
    private static final long SAID_BYTES_MAX = 256L << 10;

    private final Process keeper;
    private final ProcessHandle server;
    private final Duration grace;
    private final Path log;
    private final long logStart;

    private ServerProcess(
            Process keeper, ProcessHandle server, Duration grace, Path log, long logStart) {
        this.keeper = keeper;
        this.server = server;
        this.grace = grace;
        this.log = log;
        this.logStart = logStart;
    }

    /**
     * Starts the process, and returns when it has a pid.
     *
     * @param home where its log, its pid and the keeper's script are
     * @param grace how long it may take to stop before it is killed
     */
    public static ServerProcess start(
            Path home,
            String name,
            List<String> command,
            Map<String, String> environment,
            String stopSignal,
            Duration grace) {
        try {
            Path log = logFile(home, name);
            Path pidFile = pidFile(home, name);
            OwnFiles.createParent(log);
            keepLogBounded(log);
            OwnFiles.ensureExists(log);
            long logStart = Files.size(log);
            Files.deleteIfExists(pidFile);

            List<String> line = new ArrayList<>();
            if (LINUX) {
                line.add("setsid"); // shields it from Ctrl-C: this JVM stops the servers in order
            }
            line.addAll(
                    List.of(
                            "sh",
                            keeperScript(home).toString(),
                            pidFile.toString(),
                            stopSignal,
                            String.valueOf(grace.toSeconds())));
            line.addAll(command);
            ProcessBuilder builder = new ProcessBuilder(line);
            builder.environment().putAll(environment);
            builder.redirectErrorStream(true);
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            Process keeper = builder.start();
            return new ServerProcess(keeper, awaitPid(keeper, pidFile, log), grace, log, logStart);
        } catch (IOException e) {
            throw new StartFailure("Cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    /** Ends a server that an earlier process has left behind, and waits until it is gone. */
    static void endOrphan(Path home, String name, String program) {
        leftover(pidFile(home, name), program)
                .ifPresent(orphan -> {
                    // Its keeper is stopping it already; kill it only if that hangs.
                    if (!awaitExit(orphan, ORPHAN_GRACE)) {
                        orphan.destroyForcibly();
                        awaitExit(orphan, ORPHAN_GRACE);
                    }
                });
    }

    public boolean isAlive() {
        return server.isAlive();
    }

    /** Whether its keeper, which ends with it, is alive. */
    boolean isKept() {
        return keeper.isAlive();
    }

    public long pid() {
        return server.pid();
    }

    public ProcessHandle handle() {
        return server;
    }

    /** The output since the start, or the last part of it. */
    public String said() {
        try (FileChannel file = FileChannel.open(log)) {
            long from = Math.max(logStart, file.size() - SAID_BYTES_MAX);
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, file.size() - from));
            while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
                // the next part
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** Asks it to stop, and kills it if it takes longer than its grace. */
    public void stop() {
        try {
            keeper.getOutputStream().close();
        } catch (IOException e) {
            // the keeper is gone
        }
        awaitEnd(grace.plusSeconds(5));
        if (server.isAlive()) { // its keeper is gone
            server.destroy();
            if (!awaitExit(server, grace)) {
                server.destroyForcibly();
            }
        }
    }

    /** Kills it and its children with SIGKILL, as a power cut would. */
    public void kill() {
        List<ProcessHandle> children = server.descendants().toList();
        server.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        children.forEach(child -> awaitExit(child, Duration.ofSeconds(10)));
        awaitEnd(Duration.ofSeconds(10));
    }

    /** Suspends it with SIGSTOP: it stays alive but does not answer. */
    public void pause() {
        signal("STOP");
    }

    public void resume() {
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

    public static Path logFile(Path home, String name) {
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
            Files.write(
                    fresh,
                    in.readAllBytes()); // Files.copy would create a file that others can read
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

    /** Pids are reused: it is ours only if it has run that program since the pid was written. */
    private static boolean isSame(ProcessHandle handle, String program, Instant pidWritten) {
        ProcessHandle.Info info = handle.info();
        boolean sameProgram =
                info.command().map(command -> command.contains(program)).orElse(false)
                        || info.commandLine().map(line -> line.contains(program)).orElse(false);
        boolean sameAge =
                info.startInstant()
                        .map(start -> Duration.between(start, pidWritten).abs().toSeconds() < 30)
                        .orElse(false);
        return sameProgram && sameAge;
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
