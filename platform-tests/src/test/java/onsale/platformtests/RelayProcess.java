package onsale.platformtests;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.SelfJvm;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Relay;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;

/** A relay in a process of its own, to be killed and paused. */
final class RelayProcess implements AutoCloseable {

    static final ContextSchema SCHEMA = new ContextSchema("fire_sender", "fire_sender_user");

    private final Process process;

    private RelayProcess(Process process) {
        this.process = process;
    }

    static RelayProcess start(Stores stores, Duration lease) {
        List<String> line =
                SelfJvm.command(
                        List.of(
                                "-Xmx128m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dlogback.configurationFile=onsale/testkit/logback.xml",
                                "-Dlease=" + lease,
                                "-Durl=" + stores.postgresSettings().url(),
                                "-Dsecret=" + stores.secret().value(),
                                "-Dkafka=" + stores.kafkaSettings().bootstrapServers(),
                                "-Dprefix=" + stores.kafkaSettings().topicPrefix()),
                        RelayProcess.class.getName());
        try {
            Process process = new ProcessBuilder(line).inheritIO().start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new RelayProcess(process);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        PostgresSettings postgres =
                new PostgresSettings(
                        System.getProperty("url"),
                        0,
                        "",
                        Secret.NONE,
                        Map.of(),
                        2,
                        1,
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60));
        Database database =
                new Databases(postgres, new Secret(System.getProperty("secret"))).open(SCHEMA);
        KafkaSettings kafka =
                new KafkaSettings(
                        System.getProperty("kafka"),
                        0,
                        System.getProperty("prefix"),
                        Duration.ofSeconds(10));
        new Relay(
                        database,
                        new Outbox(database, UUID::randomUUID),
                        kafka,
                        MessagingWorld.withLease(Duration.parse(System.getProperty("lease"))))
                .start();
        new CountDownLatch(1).await();
    }

    void kill() {
        close();
    }

    void pause() throws Exception {
        signal("STOP");
    }

    void resume() throws Exception {
        signal("CONT");
    }

    private void signal(String signal) throws Exception {
        new ProcessBuilder("kill", "-s", signal, "" + process.pid()).start().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
