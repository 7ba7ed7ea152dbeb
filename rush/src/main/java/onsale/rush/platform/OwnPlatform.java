package onsale.rush.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import onsale.checker.Sources;
import onsale.platform.StartFailure;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.Ports;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.embedded.SelfJvm;
import onsale.platform.embedded.Trees;
import onsale.platform.settings.Secret;

/**
 * A whole platform for one rehearsal: embedded servers, the simulated provider and any number of
 * nodes, each in its own process. Everything is in one directory, which is deleted afterwards.
 */
public final class OwnPlatform implements AutoCloseable {

    private static final String APPLICATION = "onsale.app.Main";
    private static final String STORE = "store-simulator";
    private static final String CHANNEL = "channel-key-simulator";

    private final List<String> application;
    private final Path directory;
    private final DataDirectory data;
    private final EmbeddedServers servers;
    private final Child simulator;
    private final List<Child> nodes = new ArrayList<>();
    private final List<URI> urls = new ArrayList<>();
    private final int simulatorPort;
    private final Secret secret;

    /**
     * @param cache for unpacked servers, kept for the next time
     * @param application the command line of a node, without its arguments
     * @param more settings of the nodes
     */
    public OwnPlatform(
            Path cache, int nodeCount, List<String> application, Map<String, String> more) {
        this.application = List.copyOf(application);
        try {
            directory = Files.createTempDirectory("onsale-rush-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        data = DataDirectory.open(directory.resolve("data"));
        secret = data.secret();
        servers = EmbeddedServers.start(data, cache, EmbeddedServers.Wanted.ALL);
        try {
            simulatorPort = Ports.free();
            for (int i = 0; i < nodeCount; i++) {
                urls.add(URI.create("http://127.0.0.1:" + Ports.free()));
            }
            Path settings = settingsFile(more);
            simulator = simulator(settings);
            simulator.launch();
            for (int i = 0; i < nodeCount; i++) {
                nodes.add(node(i, settings));
            }
            // the first node creates the tables
            nodes.getFirst().launch();
            nodes.getFirst().awaitReady();
            nodes.stream().skip(1).forEach(Child::launch);
            nodes.forEach(Child::awaitReady);
            simulator.awaitReady();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Child simulator(Path settings) {
        return new Child(
                "simulator",
                command(
                        "-Xmx192m",
                        List.of(
                                "simulator",
                                "--config=" + settings,
                                "--port=" + simulatorPort,
                                "--data-dir=" + directory.resolve("portone"),
                                "--webhook-minute=1s",
                                "--webhook-url="
                                        + urls.getFirst()
                                        + "/api/payments/webhooks/portone")),
                directory,
                "is ready at");
    }

    private Child node(int index, Path settings) {
        return new Child(
                "node " + (index + 1),
                command(
                        "-Xmx448m",
                        List.of(
                                "serve",
                                "--config=" + settings,
                                "--port=" + urls.get(index).getPort())),
                directory,
                "Onsale is ready");
    }

    private List<String> command(String memory, List<String> arguments) {
        List<String> line =
                new ArrayList<>(
                        application.isEmpty()
                                ? SelfJvm.command(List.of(memory, "-XX:+UseSerialGC"), APPLICATION)
                                : application);
        line.addAll(arguments);
        return line;
    }

    /** Writes secrets to a file that only the owner may read: everybody can read a command line. */
    private Path settingsFile(Map<String, String> more) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("onsale.postgres.url", servers.postgres().url("postgres"));
        settings.put("onsale.postgres.admin-user", PostgresServer.ADMIN);
        settings.put("onsale.postgres.admin-password", servers.postgres().adminPassword().value());
        settings.put("onsale.secret", secret.value());
        settings.put("onsale.redis.url", servers.redis().url());
        settings.putAll(servers.kafka().settings());
        settings.put("onsale.portone.api-url", "http://127.0.0.1:" + simulatorPort);
        settings.put("onsale.portone.secret", providerSecret());
        settings.put("onsale.portone.store-id", STORE);
        settings.put("onsale.portone.channel-key", CHANNEL);
        settings.put("onsale.portone.test-mode", "true");
        settings.put(
                "onsale.portone.webhook-secrets",
                "whsec_"
                        + Base64.getEncoder()
                                .encodeToString(secret.deriveBytes("portone/webhook")));
        settings.put("onsale.play-money", "true");
        settings.put("onsale.rehearsal.enabled", "true");
        // this process is the load balancer, and every fan has an address of their own
        settings.put("onsale.front.trusted-proxies", "127.0.0.1/32");
        settings.putAll(more);
        Path file = directory.resolve("onsale.properties");
        try {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            Files.writeString(
                    file,
                    settings.entrySet().stream()
                            .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                            .collect(Collectors.joining()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    public List<URI> urls() {
        return urls;
    }

    public EmbeddedServers servers() {
        return servers;
    }

    public Child simulator() {
        return simulator;
    }

    public List<Child> nodes() {
        return nodes;
    }

    public URI provider() {
        return URI.create("http://127.0.0.1:" + simulatorPort);
    }

    public String providerSecret() {
        return secret.derive("portone/api").value();
    }

    public Path directory() {
        return directory;
    }

    public Sources sources() {
        return new Sources(
                servers.postgres().url("postgres"),
                PostgresServer.ADMIN,
                servers.postgres().adminPassword().value(),
                servers.redis().url(),
                servers.kafka().bootstrapServers(),
                servers.kafka().client(),
                "",
                provider().toString(),
                providerSecret());
    }

    /** Makes an account an administrator, by SQL, as an operator does. */
    public void makeAdministrator(String userId) {
        sql("update user_service.users set role = 'ADMIN' where id = '%s'".formatted(userId));
    }

    void sql(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new StartFailure("The rehearsal's database does not answer: " + e, e);
        }
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(
                servers.postgres().url("postgres"),
                PostgresServer.ADMIN,
                servers.postgres().adminPassword().value());
    }

    @Override
    public void close() {
        nodes.forEach(Child::close);
        if (simulator != null) {
            simulator.close();
        }
        servers.close();
        data.close();
        try {
            Trees.delete(directory);
        } catch (IOException e) {
            // it is in a temporary directory
        }
    }
}
