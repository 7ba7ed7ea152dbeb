package onsale.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.platform.embedded.SelfJvm;

/**
 * One application process under test: the installed application where {@code ./onsale test} has
 * built one, else the application on the class path.
 */
public final class Node implements AutoCloseable {

    private static final Pattern READY =
            Pattern.compile("ready at (http://localhost:\\d+).*(http://localhost:\\d+)/actuator");
    private static final Duration READY_WITHIN = Duration.ofMinutes(2);

    private final Process process;
    private final Path log;
    private final HttpClient http = HttpClient.newHttpClient();

    private Node(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts a node and waits until it is ready. */
    public static Node start(Map<String, String> settings, List<String> arguments) {
        Node node = launch(settings, arguments);
        try {
            Wait.until("the node is ready", READY_WITHIN, () -> node.isReady() || !node.isAlive());
            if (!node.isReady()) {
                throw new IllegalStateException("the node ended:\n" + node.log());
            }
        } catch (RuntimeException | AssertionError e) {
            node.kill();
            throw e;
        }
        return node;
    }

    /** Starts a node without waiting. */
    public static Node launch(Map<String, String> settings, List<String> arguments) {
        return launch(List.of(), settings, arguments);
    }

    /** Starts a node under another command, such as one that lowers a limit first. */
    public static Node launch(
            List<String> under, Map<String, String> settings, List<String> arguments) {
        try {
            Path log = Files.createTempFile("onsale-node-", ".log");
            List<String> line = new ArrayList<>(under);
            line.addAll(application());
            line.add("serve");
            if (arguments.stream().noneMatch(argument -> argument.contains("onsale.warm-up"))) {
                line.add("--no-warm-up"); // tests start many nodes
            }
            settings.forEach((name, value) -> line.add("--set=" + name + "=" + value));
            line.addAll(arguments);
            Process process =
                    new ProcessBuilder(line)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new Node(process, log);
        } catch (IOException e) {
            throw new IllegalStateException("cannot start a node", e);
        }
    }

    /** The command line that starts the application, without its arguments. */
    public static List<String> application() {
        List<String> options =
                new ArrayList<>(List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        String install = System.getProperty("testkit.install", "");
        if (install.isEmpty()) {
            return SelfJvm.command(options, "onsale.app.Main");
        }
        Path learned = Path.of(install, "tests.aot");
        if (Files.exists(learned)) {
            options.add("-XX:AOTCache=" + learned);
        }
        return SelfJvm.ofJar(options, Path.of(install, "onsale-exec.jar"));
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public boolean isReady() {
        return READY.matcher(log()).find();
    }

    public long pid() {
        return process.pid();
    }

    public String url() {
        return ready().group(1);
    }

    public String managementUrl() {
        return ready().group(2);
    }

    public HttpResponse<String> get(String url) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGTERM, as an orderly shutdown; returns the exit code. */
    public int stop() {
        process.destroy();
        return awaitEnd();
    }

    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    public void pause() {
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
    }

    public int awaitEnd() {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the node did not end:\n" + log());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        if (process.isAlive()) {
            kill();
        }
        http.close();
        Files.deleteIfExists(log);
    }

    private void signal(String signal) {
        Child.signal(process, signal);
    }

    private Matcher ready() {
        Matcher matcher = READY.matcher(log());
        if (!matcher.find()) {
            throw new IllegalStateException("not ready yet");
        }
        return matcher;
    }
}
