package onsale.testkit;

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
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.EmbeddedServers.Wanted;
import onsale.platform.embedded.KafkaServer;
import onsale.platform.embedded.PostgresServer;
import onsale.platform.embedded.RedisServer;
import onsale.platform.embedded.Trees;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.messaging.MessageKeys;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * PostgreSQL, Redis and Kafka for one test class.
 *
 * <p>{@link #shared()} gives a fresh database, Redis database and topic prefix on servers that the
 * whole build uses. {@link #own()} starts servers for this class alone, which it may kill, pause,
 * restart and flush as it likes:
 *
 * <pre>{@code
 * @RegisterExtension static final Stores stores = Stores.own();
 *
 * stores.redis().kill();
 * stores.postgres().pause();
 * Node node = stores.startNode("--roles=queue");
 * }</pre>
 */
public final class Stores implements BeforeAllCallback, AfterAllCallback, AutoCloseable {

    private static final String KAFKA_CLIENT = "onsale.kafka.client.";

    /** A node does not start without a provider; nothing listens at this address. */
    private static final Map<String, String> NO_PROVIDER =
            Map.of(
                    "onsale.portone.api-url",
                    "http://127.0.0.1:1",
                    "onsale.portone.secret",
                    "nobody",
                    "onsale.portone.store-id",
                    "nobody",
                    "onsale.portone.channel-key",
                    "nobody",
                    "onsale.portone.webhook-secrets",
                    "whsec_bm9ib2R5");

    private final @Nullable Wanted own;
    private final @Nullable FaultProxy kafkaProxy;
    private final List<AutoCloseable> opened = new ArrayList<>();
    private @Nullable Servers servers;
    private String database = "";
    private String databaseOptions = "";
    private int redisDatabase;
    private String topicPrefix = "";

    private Stores(@Nullable Wanted own, @Nullable FaultProxy kafkaProxy) {
        this.own = own;
        this.kafkaProxy = kafkaProxy;
    }

    public static Stores shared() {
        return new Stores(null, null);
    }

    /** A database as a server has that was initialised with {@code --locale=C}. */
    public static Stores sharedInLocaleC() {
        Stores stores = shared();
        stores.databaseOptions = " template template0 locale_provider libc locale 'C'";
        return stores;
    }

    public static Stores own() {
        return new Stores(Wanted.ALL, null);
    }

    /** Own PostgreSQL and Redis without Kafka, which takes longest to start. */
    public static Stores ownWithoutKafka() {
        return new Stores(new Wanted(true, 0, true, 0, false, 0, 0), null);
    }

    /** Own servers whose calls can be made to fail one by one; see the {@code …Proxy} methods. */
    public static Stores withFaults() {
        FaultProxy kafkaProxy = new FaultProxy();
        return new Stores(Wanted.ALL.withKafkaProxy(kafkaProxy.port()), kafkaProxy);
    }

    /** Like {@link #shared()}, but for several test classes; the caller must close it. */
    public static Stores opened(String forWhom) {
        Stores stores = shared();
        try {
            stores.open(forWhom);
        } catch (IOException | SQLException e) {
            throw new IllegalStateException("no database for " + forWhom, e);
        }
        return stores;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        open(context.getRequiredTestClass().getSimpleName());
    }

    private void open(String forWhom) throws IOException, SQLException {
        servers = own == null ? Servers.shared() : Servers.start(own, kafkaProxy);
        String name =
                forWhom.toLowerCase(java.util.Locale.ROOT)
                        + "_"
                        + UUID.randomUUID().toString().substring(0, 8);
        database = name.replaceAll("[^a-z0-9_]", "_");
        topicPrefix = database + ".";
        try (Connection admin = servers().admin();
                var statement = admin.createStatement()) {
            statement.execute("create database " + database + databaseOptions);
        }
        redisDatabase = own == null ? servers().nextRedisDatabase() : 0;
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
    }

    @Override
    public void close() {
        for (AutoCloseable resource : opened.reversed()) {
            try {
                resource.close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close " + resource, e);
            }
        }
        opened.clear();
        if (own != null) {
            servers().close();
            return;
        }
        try (Connection admin = servers().admin();
                var statement = admin.createStatement()) {
            statement.execute("drop database " + database + " with (force)");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot drop " + database, e);
        }
    }

    /** Registers something to be closed after the last test of the class, in reverse order. */
    public <T extends AutoCloseable> T closing(T resource) {
        opened.add(resource);
        return resource;
    }

    // ---- the servers themselves, to be disturbed: only those of own()

    public PostgresServer postgres() {
        return servers().embedded().postgres();
    }

    public RedisServer redis() {
        return servers().embedded().redis();
    }

    public KafkaServer kafka() {
        return servers().embedded().kafka();
    }

    /** The proxy before Kafka, for clients with {@code 127.0.0.1:port} as their server. */
    public FaultProxy kafkaProxy() {
        if (kafkaProxy == null) {
            throw new IllegalStateException("use Stores.withFaults()");
        }
        return kafkaProxy;
    }

    // ---- connections and settings

    public Secret secret() {
        return servers().secret();
    }

    public PostgresSettings postgresSettings() {
        return new PostgresSettings(
                servers().jdbcUrl(database),
                0,
                PostgresServer.ADMIN,
                servers().adminPassword(),
                Map.of(),
                5,
                1,
                Duration.ofSeconds(3),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60));
    }

    public RedisSettings redisSettings() {
        return new RedisSettings(
                new Secret(servers().redisUrl(redisDatabase)), 0, Duration.ofSeconds(2));
    }

    public KafkaSettings kafkaSettings() {
        return new KafkaSettings(
                servers().bootstrapServers(),
                0,
                topicPrefix,
                Duration.ofSeconds(10),
                servers().kafkaClient());
    }

    /** The settings of every node on these servers. */
    public MessageKeys messageKeys() {
        return MessageKeys.derived(secret(), kafkaSettings());
    }

    /** The context's database with its role, fences and migrations, as in production. */
    public Database database(ContextSchema schema) {
        Databases databases = new Databases(postgresSettings(), secret());
        databases.bootstrap(List.of(schema));
        return closing(databases.open(schema));
    }

    /** Opens a connection with all rights, to read the tables of all contexts. */
    public Connection admin() throws SQLException {
        return DriverManager.getConnection(
                servers().jdbcUrl(database),
                PostgresServer.ADMIN,
                servers().adminPassword().value());
    }

    public Redis redisConnection() {
        return closing(new Redis(redisSettings()));
    }

    /**
     * Starts an application node in its own process on these servers and waits until it is ready.
     */
    public Node startNode(String... arguments) {
        Map<String, String> settings = new HashMap<>();
        settings.put("onsale.postgres.url", servers().jdbcUrl(database));
        settings.put("onsale.postgres.admin-user", PostgresServer.ADMIN);
        settings.put("onsale.postgres.admin-password", servers().adminPassword().value());
        settings.put("onsale.secret", secret().value());
        settings.put("onsale.redis.url", servers().redisUrl(redisDatabase));
        settings.put("onsale.kafka.bootstrap-servers", servers().bootstrapServers());
        servers().kafkaClient().forEach((name, value) -> settings.put(KAFKA_CLIENT + name, value));
        settings.put("onsale.kafka.topic-prefix", topicPrefix);
        settings.put("onsale.play-money", "true");
        settings.putAll(NO_PROVIDER); // a test that needs one names it in its arguments
        return closing(Node.start(settings, List.of(arguments)));
    }

    private Servers servers() {
        if (servers == null) {
            throw new IllegalStateException("use @RegisterExtension static");
        }
        return servers;
    }

    /** The addresses of servers, and how to stop them if this JVM started them. */
    private record Servers(
            String jdbcBase,
            Secret adminPassword,
            String redisBase,
            String bootstrapServers,
            Map<String, String> kafkaClient,
            Secret secret,
            @Nullable EmbeddedServers running,
            @Nullable DataDirectory directory)
            implements AutoCloseable {

        private static final String NOBODY_LISTENS = "127.0.0.1:1";

        private static @Nullable Servers sharedByThisJvm;

        /** The servers of the build if it started some, else one set for this JVM. */
        static synchronized Servers shared() throws IOException {
            if (sharedByThisJvm == null) {
                String file = System.getProperty("testkit.servers", "");
                if (file.isEmpty()) {
                    Servers started = start(Wanted.ALL, null);
                    Runtime.getRuntime().addShutdownHook(new Thread(started::close));
                    sharedByThisJvm = started;
                } else {
                    sharedByThisJvm = read(Path.of(file));
                }
            }
            return sharedByThisJvm;
        }

        static Servers start(Wanted wanted, @Nullable FaultProxy kafkaProxy) throws IOException {
            DataDirectory directory = DataDirectory.open(Files.createTempDirectory("onsale-test-"));
            EmbeddedServers started = EmbeddedServers.start(directory, cache(), wanted);
            if (kafkaProxy != null) {
                kafkaProxy.forwardTo(started.kafka().proxiedPort());
            }
            return new Servers(
                    started.postgres().url(""),
                    started.postgres().adminPassword(),
                    base(started.redis().url()),
                    wanted.kafka() ? started.kafka().bootstrapServers() : NOBODY_LISTENS,
                    wanted.kafka() ? started.kafka().client() : Map.of(),
                    directory.secret(),
                    started,
                    directory);
        }

        private static Servers read(Path file) throws IOException {
            Properties properties = new Properties();
            try (var reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            return new Servers(
                    base(properties.getProperty("onsale.postgres.url")),
                    new Secret(properties.getProperty("onsale.postgres.admin-password")),
                    base(properties.getProperty("onsale.redis.url")),
                    properties.getProperty("onsale.kafka.bootstrap-servers"),
                    properties.stringPropertyNames().stream()
                            .filter(name -> name.startsWith(KAFKA_CLIENT))
                            .collect(
                                    Collectors.toMap(
                                            name -> name.substring(KAFKA_CLIENT.length()),
                                            properties::getProperty)),
                    new Secret(properties.getProperty("onsale.secret")),
                    null,
                    null);
        }

        private static Path cache() {
            return Path.of(
                    System.getProperty("testkit.cache", System.getProperty("java.io.tmpdir")));
        }

        private static String base(String url) {
            return url.substring(0, url.lastIndexOf('/') + 1);
        }

        String jdbcUrl(String database) {
            return jdbcBase + database;
        }

        String redisUrl(int database) {
            return redisBase + database;
        }

        Connection admin() throws SQLException {
            return DriverManager.getConnection(
                    jdbcUrl("postgres"), PostgresServer.ADMIN, adminPassword.value());
        }

        int nextRedisDatabase() {
            try (Redis counter =
                    new Redis(
                            new RedisSettings(new Secret(redisUrl(0)), 0, Duration.ofSeconds(5)))) {
                return Math.toIntExact(counter.connection().sync().incr("test:databases"));
            }
        }

        EmbeddedServers embedded() {
            if (running == null) {
                throw new IllegalStateException("these servers are shared: use Stores.own()");
            }
            return running;
        }

        @Override
        public void close() {
            if (running != null && directory != null) {
                running.close();
                directory.close();
                try {
                    Trees.delete(directory.path());
                } catch (IOException e) {
                    // it is in a temporary directory
                }
            }
        }
    }
}
