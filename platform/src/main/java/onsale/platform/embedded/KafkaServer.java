package onsale.platform.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.StartFailure;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** A Kafka 4 broker that is its own controller, in a small JVM beside ours. */
public final class KafkaServer extends EmbeddedServer {

    private static final int STATE_PARTITIONS = 5;

    private final Path data;
    private final int controllerPort;
    private final int proxiedPort;
    private final int proxyPort;

    /**
     * @param proxyPort where somebody will stand between clients and {@link #proxiedPort()}; 0 for
     *     nobody. Kafka tells its clients where to connect, so it has to know.
     */
    KafkaServer(Path home, int port, int proxyPort) {
        super("kafka", home, Ports.take(port, "Kafka"));
        this.data = home.resolve("kafka");
        this.controllerPort = Ports.free();
        this.proxiedPort = Ports.free();
        this.proxyPort = proxyPort;
    }

    public int proxiedPort() {
        return proxiedPort;
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port();
    }

    @Override
    void prepare() {
        String properties =
                """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                controller.listener.names=CONTROLLER
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d%5$s
                advertised.listeners=PLAINTEXT://127.0.0.1:%1$d%6$s
                listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,PROXIED:PLAINTEXT
                log.dirs=%3$s
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=%4$d
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                transaction.state.log.num.partitions=%4$d
                share.coordinator.state.topic.replication.factor=1
                share.coordinator.state.topic.min.isr=1
                share.coordinator.state.topic.num.partitions=%4$d
                group.initial.rebalance.delay.ms=0
                log.retention.hours=168
                log.segment.bytes=67108864
                log.cleaner.dedupe.buffer.size=8388608
                num.network.threads=2
                num.io.threads=4
                """
                        .formatted(
                                port(),
                                controllerPort,
                                data,
                                STATE_PARTITIONS,
                                proxyPort == 0 ? "" : ",PROXIED://127.0.0.1:" + proxiedPort,
                                proxyPort == 0 ? "" : ",PROXIED://127.0.0.1:" + proxyPort);
        try {
            Files.createDirectories(data);
            Files.writeString(propertiesFile(), properties);
        } catch (IOException e) {
            throw new StartFailure("Cannot prepare " + data + ": " + e.getMessage(), e);
        }
    }

    private Path propertiesFile() {
        return home().resolve("kafka.properties");
    }

    @Override
    List<String> command() {
        return SelfJvm.command(
                List.of(
                        // First, because a process listing shows only so much of a class path.
                        "-D" + KafkaBroker.PROPERTIES + "=" + propertiesFile(),
                        "-Xmx256m",
                        "-Xss512k",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", // ready sooner; what it then does is writing
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Dlogback.configurationFile=onsale/platform/embedded/kafka-logback.xml"),
                KafkaBroker.class.getName());
    }

    @Override
    String program() {
        return KafkaBroker.PROPERTIES;
    }

    @Override
    String stopSignal() {
        return "TERM";
    }

    @Override
    boolean answers() {
        if (Ports.isFree(port())) {
            return false; // spares the client library, whose log is long while nobody listens
        }
        Map<String, Object> client =
                Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
        try (Admin admin = Admin.create(client)) {
            return admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).stream()
                    .anyMatch(node -> node.port() == port());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }
}
