package onsale.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.SelfJvm;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;

/**
 * A main class of a test in its own process, which the test may kill and pause, on the servers of
 * the test. Parameters are passed as system properties.
 */
public final class Child implements AutoCloseable {

    private static final String KAFKA_CLIENT = "child.kafka.client.";

    private final Process process;

    private Child(Process process) {
        this.process = process;
    }

    /** Starts a process whose output goes to the output of the test. */
    public static Child start(Class<?> main, Stores stores, Map<String, ?> properties) {
        return start(new ProcessBuilder(line(main, stores, properties)).inheritIO());
    }

    /** Starts a process that reads and writes lines; see {@link #process()}. */
    public static Child startAndTalk(Class<?> main, Stores stores, Map<String, ?> properties) {
        return start(
                new ProcessBuilder(line(main, stores, properties)).redirectError(Redirect.INHERIT));
    }

    private static List<String> line(Class<?> main, Stores stores, Map<String, ?> properties) {
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "-Xmx192m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dlogback.configurationFile=onsale/testkit/logback.xml",
                                "-Dchild.postgres=" + stores.postgresSettings().url(),
                                "-Dchild.secret=" + stores.secret().value(),
                                "-Dchild.redis=" + stores.redisSettings().url().value(),
                                "-Dchild.kafka=" + stores.kafkaSettings().bootstrapServers(),
                                "-Dchild.topics=" + stores.kafkaSettings().topicPrefix()));
        stores.kafkaSettings()
                .client()
                .forEach((name, value) -> options.add("-D" + KAFKA_CLIENT + name + "=" + value));
        properties.forEach((name, value) -> options.add("-D" + name + "=" + value));
        return SelfJvm.command(options, main.getName());
    }

    private static Child start(ProcessBuilder builder) {
        try {
            Process process = builder.start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new Child(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Process process() {
        return process;
    }

    public void pause() {
        signal("STOP");
    }

    public void resume() {
        signal("CONT");
    }

    private void signal(String signal) {
        signal(process, signal);
    }

    static void signal(Process process, String signal) {
        try {
            new ProcessBuilder("kill", "-s", signal, "" + process.pid()).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the process by SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    // ---- in the child

    public static Secret secret() {
        return new Secret(System.getProperty("child.secret"));
    }

    public static PostgresSettings postgresSettings(int poolMax, Duration socketTimeout) {
        return new PostgresSettings(
                System.getProperty("child.postgres"),
                0,
                "",
                Secret.NONE,
                Map.of(),
                poolMax,
                1,
                Duration.ofSeconds(3),
                socketTimeout,
                Duration.ofSeconds(60));
    }

    public static RedisSettings redisSettings(Duration timeout) {
        return new RedisSettings(new Secret(System.getProperty("child.redis")), 0, timeout);
    }

    public static KafkaSettings kafkaSettings() {
        return new KafkaSettings(
                System.getProperty("child.kafka"),
                0,
                System.getProperty("child.topics"),
                Duration.ofSeconds(10),
                System.getProperties().stringPropertyNames().stream()
                        .filter(name -> name.startsWith(KAFKA_CLIENT))
                        .collect(
                                Collectors.toMap(
                                        name -> name.substring(KAFKA_CLIENT.length()),
                                        System::getProperty)));
    }

    public static MessageKeys messageKeys() {
        return MessageKeys.derived(secret(), kafkaSettings());
    }
}
