package onsale.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import onsale.platform.embedded.KafkaServer;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/** Looks into the servers of a running instance from outside, by what its directory tells. */
final class ServerData {

    private final Path directory;
    private final Secret secret;

    ServerData(Path directory) throws IOException {
        this.directory = directory;
        this.secret = new Secret(Files.readString(directory.resolve("secret.key")).strip());
    }

    void writeMarkers(String name) throws Exception {
        try (Connection postgres = postgres()) {
            postgres.createStatement().execute("create table " + name + " ()");
        }
        try (Redis redis = redis()) {
            redis.connection().sync().set(name, "1");
        }
        try (Admin kafka = kafka()) {
            kafka.createTopics(List.of(new NewTopic(name, 1, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
    }

    /** How many markers of this name PostgreSQL, Redis and Kafka hold. */
    List<Integer> markers(String name) throws Exception {
        List<Integer> counts = new ArrayList<>();
        try (Connection postgres = postgres();
                var statement =
                        postgres.prepareStatement(
                                "select count(*) from pg_tables where tablename = ?")) {
            statement.setString(1, name);
            var rows = statement.executeQuery();
            rows.next();
            counts.add(rows.getInt(1));
        }
        try (Redis redis = redis()) {
            counts.add(redis.connection().sync().exists(name).intValue());
        }
        try (Admin kafka = kafka()) {
            boolean there = kafka.listTopics().names().get(30, TimeUnit.SECONDS).contains(name);
            counts.add(there ? 1 : 0);
        }
        return counts;
    }

    /** The servers' names, each as often as one runs in the directory. */
    static List<String> serversOf(Path directory) {
        return processes(directory)
                .filter(process ->
                        process.parent().map(ServerData::line).orElse("").contains("keeper.sh"))
                .map(ServerData::line)
                .filter(line -> !line.contains("keeper.sh"))
                .map(line ->
                        line.contains("onsale.kafka.properties")
                                ? "kafka"
                                : line.contains("bin/postgres") ? "postgres" : "redis")
                .toList();
    }

    /** Command lines of every process that names the directory, but for the application itself. */
    static List<String> processesOf(Path directory) {
        return processes(directory).map(ServerData::line).toList();
    }

    private static Stream<ProcessHandle> processes(Path directory) {
        return ProcessHandle.allProcesses()
                .filter(process -> line(process).contains(directory + "/"));
    }

    private static String line(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }

    private Connection postgres() throws IOException, SQLException {
        String port = Files.readAllLines(directory.resolve("postgres/postmaster.pid")).get(3);
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres",
                PostgresServer.ADMIN,
                secret.derive("postgres/admin").value());
    }

    private Redis redis() throws IOException {
        String port =
                Files.readAllLines(directory.resolve("redis.conf")).stream()
                        .filter(line -> line.startsWith("port "))
                        .findFirst()
                        .orElseThrow()
                        .substring("port ".length());
        String url = "redis://:" + secret.derive("redis").value() + "@127.0.0.1:" + port + "/0";
        return new Redis(new RedisSettings(new Secret(url), 0, Duration.ofSeconds(5)));
    }

    private Admin kafka() throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(directory.resolve("kafka.properties"))) {
            properties.load(reader);
        }
        String address =
                properties.getProperty("advertised.listeners").substring("CLIENTS://".length());
        Map<String, Object> client = new HashMap<>(KafkaServer.client(secret.derive("kafka")));
        client.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address);
        return Admin.create(client);
    }
}
