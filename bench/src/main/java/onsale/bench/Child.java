package onsale.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.embedded.SelfJvm;
import onsale.platform.embedded.ServerProcess;
import onsale.platform.embedded.Trees;
import org.jspecify.annotations.Nullable;

/**
 * A process of a benchmark, which may take commands by lines, and whose CPU time is read. It ends
 * with this process, however that ends: by {@link WithParent}, or by a keeper for the application.
 */
final class Child implements AutoCloseable {

    /** The JVM options that {@code ./onsale} gives to the application, for all processes. */
    private static final List<String> OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

    private static final Duration STOP_WITHIN = Duration.ofMinutes(2);
    private static final long LOOK_EVERY_MILLIS = 5;

    private final ProcessHandle process;
    private final Runnable stop;
    private final Runnable kill;
    private final BufferedReader out;
    private final OutputStream in;
    private final long startedAt;
    private double secondsToReady;

    /** A process that takes commands by lines. */
    private Child(Process process, long startedAt) {
        this.process = process.toHandle();
        this.stop = () -> process.toHandle().destroy(); // the process would close its streams
        this.kill = process::destroyForcibly;
        this.in = process.getOutputStream();
        this.out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.startedAt = startedAt;
    }

    /** A process without commands. */
    private Child(ServerProcess kept, Path home, long startedAt) {
        this.process = kept.handle();
        this.stop = kept::stop;
        this.kill =
                () -> {
                    if (kept.isAlive()) {
                        kept.kill();
                    }
                    try {
                        Trees.delete(home);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                };
        this.in = OutputStream.nullOutputStream();
        this.out =
                new BufferedReader(
                        new InputStreamReader(
                                InputStream.nullInputStream(), StandardCharsets.UTF_8));
        this.startedAt = startedAt;
    }

    /** Starts a process and waits until it is ready. */
    static Child start(Class<?> main, String... args) {
        List<String> options = new ArrayList<>(OPTIONS);
        options.add("-Dlogback.configurationFile=onsale/bench/logback.xml");
        // only the bare server uses epoll; the application does not have it
        options.add("-Dio.lettuce.core.epoll=false");
        // its log would be taken for replies
        options.add("-Dorg.springframework.boot.logging.LoggingSystem=none");
        options.add("-D" + WithParent.PID + "=" + ProcessHandle.current().pid());
        List<String> line = SelfJvm.command(options, WithParent.class.getName());
        line.add(main.getName());
        line.addAll(List.of(args));
        try {
            Child child =
                    new Child(
                            new ProcessBuilder(line)
                                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                                    .start(),
                            System.nanoTime());
            Runtime.getRuntime().addShutdownHook(new Thread(child::close));
            child.awaitReady(main.getName());
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A command of the installed application, without the class path of the benchmarks. */
    static Child command(List<String> moreOptions, List<String> args) {
        List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(moreOptions);
        @Nullable String jar = System.getProperty("bench.jar");
        if (jar == null) {
            throw new IllegalStateException("bench.jar names no application: use ./onsale bench");
        }
        List<String> line = SelfJvm.ofJar(options, Path.of(jar));
        line.addAll(args);
        try {
            Path home = Files.createTempDirectory("onsale-bench-node-");
            long startedAt = System.nanoTime();
            ServerProcess kept =
                    ServerProcess.start(home, "node", line, Map.of(), "TERM", STOP_WITHIN);
            Child child = new Child(kept, home, startedAt);
            Runtime.getRuntime().addShutdownHook(new Thread(child::close));
            while (!kept.said().contains("ready at")) {
                if (!kept.isAlive()) {
                    throw new IllegalStateException("the application said " + kept.said());
                }
                Thread.sleep(LOOK_EVERY_MILLIS);
            }
            child.secondsToReady = (System.nanoTime() - startedAt) / 1e9;
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void awaitReady(String main) throws IOException {
        List<String> said = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals("ready")) {
                secondsToReady = (System.nanoTime() - startedAt) / 1e9;
                return;
            }
            said.add(line);
        }
        throw new IllegalStateException(main + " said " + said);
    }

    double secondsToReady() {
        return secondsToReady;
    }

    String ask(String command) {
        try {
            in.write((command + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
            String answer = out.readLine();
            if (answer == null || answer.startsWith("failed")) {
                throw new IllegalStateException(command + ": " + answer);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    double cpuMicros() {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e3;
    }

    /** Stops the process by SIGTERM. */
    void stop() {
        stop.run();
        awaitEnd();
    }

    /** Ends the commands: the process stops its own servers and removes their files. */
    void finish() {
        try {
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            process.onExit().get(STOP_WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("it does not stop", e);
        }
    }

    @Override
    public void close() {
        kill.run();
    }
}
