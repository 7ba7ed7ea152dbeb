package onsale.platform.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.redis.Redis;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The servers are configured for truth, and survive what the harness does to them. */
class EmbeddedServersTest {

    @RegisterExtension static final Stores stores = Stores.own();

    @Test
    void postgresSaysCommittedOnlyForWhatIsOnDisk() throws SQLException {
        assertThat(setting("fsync")).isEqualTo("on");
        assertThat(setting("synchronous_commit")).isEqualTo("on");
        assertThat(setting("full_page_writes")).isEqualTo("on");
        assertThat(setting("server_version")).startsWith("18.");
    }

    @Test
    void aSilentPostgresIsLeftAfterTheSocketTimeout() throws SQLException {
        Database database = stores.database(new ContextSchema("silent", "silent_user"));

        try (Connection connection = database.dataSource().getConnection()) {
            assertThat(connection.getNetworkTimeout())
                    .isEqualTo((int) stores.postgresSettings().socketTimeout().toMillis());
        }
    }

    @Test
    void redisKeepsEverythingAndEvictsNothing() {
        Redis redis = stores.redisConnection();

        Map<String, String> config = redis.connection().sync().configGet("*");

        assertThat(config)
                .containsEntry("appendonly", "yes")
                .containsEntry("appendfsync", "everysec")
                .containsEntry("save", "3600 1 300 100 60 10000")
                .containsEntry("maxmemory-policy", "noeviction");
    }

    @Test
    void whatWasCommittedSurvivesAKillOfPostgres() throws SQLException {
        execute("create table if not exists marker (id int primary key)");
        execute("insert into marker values (1)");

        stores.postgres().kill();
        assertThatThrownBy(() -> execute("select 1")).isInstanceOf(SQLException.class);
        stores.postgres().start();

        assertThat(single("select count(*) from marker")).isEqualTo("1");
    }

    @Test
    void redisComesBackWithItsDataAfterAKillAndARestart() {
        Redis redis = stores.redisConnection();
        redis.connection().sync().set("marker", "1");
        // Redis keeps it in memory for up to two seconds while it waits for the disk.
        Wait.until(
                "it is in the append-only file",
                Duration.ofSeconds(10),
                () ->
                        redis.connection()
                                .sync()
                                .info("persistence")
                                .contains("aof_buffer_length:0\r\n"));

        stores.redis().kill();
        assertThatThrownBy(() -> redis.connection().sync().get("marker"))
                .isInstanceOf(RedisException.class);
        stores.redis().start();
        stores.redis().restart();

        Wait.until(
                "the client reconnects",
                Duration.ofSeconds(30),
                () -> "1".equals(redis.connection().sync().get("marker")));
    }

    @Test
    void flushAllLeavesNothing() {
        Redis redis = stores.redisConnection();
        redis.connection().sync().set("flushed", "1");

        stores.redis().flushAll();

        assertThat(redis.connection().sync().exists("flushed")).isZero();
    }

    @Test
    void aPausedRedisIsSilentAndGoesOnWhenResumed() {
        Redis redis = stores.redisConnection();

        stores.redis().pause();
        assertThatThrownBy(() -> redis.connection().sync().ping())
                .isInstanceOf(RedisException.class);
        stores.redis().resume();

        Wait.until(
                "it answers again",
                Duration.ofSeconds(10),
                () -> "PONG".equals(redis.connection().sync().ping()));
    }

    @Test
    void aPausedPostgresIsSilentAndGoesOnWhenResumed() throws SQLException {
        try (Connection connection = stores.admin()) {
            connection.setNetworkTimeout(Runnable::run, 500);

            stores.postgres().pause();
            assertThatThrownBy(() -> connection.createStatement().execute("select 1"))
                    .isInstanceOf(SQLException.class);
            stores.postgres().resume();
        }

        assertThat(single("select 1")).isEqualTo("1");
    }

    @Test
    void kafkaKeepsItsTopicsOverAKill() throws Exception {
        Map<String, Object> client = stores.kafkaSettings().clientWith(Map.of());
        try (Admin admin = Admin.create(client)) {
            admin.createTopics(List.of(new NewTopic("marker", 1, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }

        stores.kafka().kill();
        stores.kafka().start();

        try (Admin admin = Admin.create(client)) {
            Set<String> topics = admin.listTopics().names().get(30, TimeUnit.SECONDS);
            assertThat(topics).contains("marker");
        }
    }

    @Test
    void kafkaServesNobodyWithoutItsPassword() throws Exception {
        Map<String, Object> withPassword = stores.kafkaSettings().clientWith(Map.of());
        Map<String, Object> without =
                Map.of("bootstrap.servers", stores.kafkaSettings().bootstrapServers());
        Map<String, Object> wrong = new HashMap<>(withPassword);
        wrong.put(
                "sasl.jaas.config",
                String.valueOf(withPassword.get("sasl.jaas.config"))
                        .replaceAll("password=\"[^\"]*\"", "password=\"wrong\""));

        assertThat(canListTopics(withPassword)).isTrue();
        assertThat(canListTopics(without)).isFalse();
        assertThat(canListTopics(wrong)).isFalse();
    }

    /** The controller obeys whoever it lets in, so it must not let in anybody either. */
    @Test
    void kafkasControllerServesNobodyWithoutItsPassword() throws Exception {
        assertThat(canAskController(Map.of())).isFalse();
        assertThat(canAskController(stores.kafka().client())).isFalse();
    }

    @Test
    void kafkasPasswordsAreForTheOwnersEyes() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(brokerSettings())))
                .isEqualTo("rw-------");
    }

    private static boolean canAskController(Map<String, String> more) throws Exception {
        Properties broker = new Properties();
        try (var reader = Files.newBufferedReader(brokerSettings())) {
            broker.load(reader);
        }
        Map<String, Object> client = new HashMap<>(more);
        client.put(
                "bootstrap.controllers",
                broker.getProperty("controller.quorum.voters").replace("1@", ""));
        return canListTopics(client);
    }

    private static Path brokerSettings() {
        return stores.kafka().propertiesFile();
    }

    private static boolean canListTopics(Map<String, Object> client) throws InterruptedException {
        Map<String, Object> impatient = new HashMap<>(client);
        impatient.put("request.timeout.ms", 3_000);
        impatient.put("default.api.timeout.ms", 3_000);
        try (Admin admin = Admin.create(impatient)) {
            admin.describeCluster().clusterId().get();
            return true;
        } catch (ExecutionException e) {
            return false;
        }
    }

    private static String setting(String name) throws SQLException {
        return single("show " + name);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = stores.admin();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String single(String sql) throws SQLException {
        try (Connection connection = stores.admin();
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
