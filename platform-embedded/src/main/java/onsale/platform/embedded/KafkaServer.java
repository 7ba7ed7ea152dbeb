package onsale.platform.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * A Kafka 4 broker that is its own controller, in a small JVM of its own. Every listener asks for a
 * password, because any user of the machine can reach the loopback address.
 */
public final class KafkaServer extends EmbeddedServer {

    private static final int STATE_PARTITIONS = 5;
    private static final String USER = "onsale";
    private static final String SETTINGS = "onsale.kafka.";
    private static final String SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule";
    private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule";

    private final Path data;
    private final int controllerPort;
    private final int proxiedPort;
    private final int proxyPort;
    private final Secret password;

    /**
     * @param proxyPort the port of a proxy between clients and {@link #proxiedPort()}; 0 for none.
     *     Kafka tells its clients where to connect, so it has to know.
     * @param password the password of clients; that of the controller is derived from it
     */
    KafkaServer(Path home, int port, int proxyPort, Secret password) {
        super("kafka", home, Ports.take(port, "Kafka"));
        this.data = home.resolve("kafka");
        this.controllerPort = Ports.free();
        this.proxiedPort = Ports.free();
        this.proxyPort = proxyPort;
        this.password = password;
    }

    public int proxiedPort() {
        return proxiedPort;
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + port();
    }

    /** The properties that a client needs in addition to the address. */
    public Map<String, String> client() {
        return client(password);
    }

    public static Map<String, String> client(Secret password) {
        return Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "SCRAM-SHA-256",
                "sasl.jaas.config",
                login(SCRAM, password));
    }

    /** The settings with which another process of the platform reaches this broker. */
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(SETTINGS + "bootstrap-servers", bootstrapServers());
        new TreeMap<>(client())
                .forEach((name, value) -> settings.put(SETTINGS + "client." + name, value));
        return settings;
    }

    private static String login(String module, Secret password) {
        return "%s required username=\"%s\" password=\"%s\";"
                .formatted(module, USER, password.value());
    }

    /** PLAIN, because SCRAM credentials are data of the cluster that the controller starts. */
    private String controllerLogin() {
        Secret own = password.derive("controller");
        return login(PLAIN, own).replace(";", " user_%s=\"%s\";".formatted(USER, own.value()));
    }

    @Override
    void prepare() {
        String properties =
                """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                controller.listener.names=CONTROLLER
                listeners=CLIENTS://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d%5$s
                advertised.listeners=CLIENTS://127.0.0.1:%1$d%6$s
                listener.security.protocol.map=CLIENTS:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT,PROXIED:SASL_PLAINTEXT
                inter.broker.listener.name=CLIENTS
                sasl.enabled.mechanisms=SCRAM-SHA-256
                sasl.mechanism.inter.broker.protocol=SCRAM-SHA-256
                sasl.mechanism.controller.protocol=PLAIN
                listener.name.clients.scram-sha-256.sasl.jaas.config=%7$s
                listener.name.proxied.scram-sha-256.sasl.jaas.config=%7$s
                listener.name.controller.sasl.enabled.mechanisms=PLAIN
                listener.name.controller.plain.sasl.jaas.config=%8$s
                onsale.scram=SCRAM-SHA-256=[name=%9$s,password=%10$s]
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
                                proxyPort == 0 ? "" : ",PROXIED://127.0.0.1:" + proxyPort,
                                login(SCRAM, password),
                                controllerLogin(),
                                USER,
                                password.value());
        try {
            OwnFiles.directory(data);
            OwnFiles.write(propertiesFile(), properties);
        } catch (IOException e) {
            throw new StartFailure("Cannot prepare " + data + ": " + e.getMessage(), e);
        }
    }

    public Path propertiesFile() {
        return home().resolve("kafka.properties");
    }

    @Override
    List<String> command() {
        return SelfJvm.command(
                List.of(
                        // First, because a process listing cuts off long command lines.
                        "-D" + KafkaBroker.PROPERTIES + "=" + propertiesFile(),
                        "-Xmx256m",
                        "-Xss512k",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", // ready sooner; later it is bound by I/O
                        "-XX:+ExitOnOutOfMemoryError",
                        "-Dlogback.configurationFile=onsale/platform/embedded/kafka-logback.xml"),
                KafkaBroker.class.getName());
    }

    /** Restarts as a new, empty cluster at the same address, as after the loss of its disk. */
    public synchronized void restartEmpty() {
        kill();
        try {
            Trees.delete(data);
        } catch (IOException e) {
            throw new StartFailure("Cannot delete " + data + ": " + e.getMessage(), e);
        }
        start();
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
            return false; // the client library logs a lot while it cannot connect
        }
        Map<String, Object> client = new HashMap<>(client());
        client.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers());
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
