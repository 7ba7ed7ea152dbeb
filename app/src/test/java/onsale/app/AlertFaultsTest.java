package onsale.app;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import onsale.platform.embedded.Ports;
import onsale.platform.redis.Redis;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real Prometheus looks at a real node by the real rules, with shorter times, while one thing
 * after the other breaks. The table that it prints says which fault fired which alert.
 */
@Tag("long")
class AlertFaultsTest {

    @RegisterExtension static final Stores stores = Stores.own();

    private static final Duration FIRES_WITHIN = Duration.ofMinutes(2);
    private static final Duration SILENT_WITHIN = Duration.ofMinutes(3);

    @TempDir Path directory;

    @SuppressWarnings("NullAway.Init")
    private Node node;

    @SuppressWarnings("NullAway.Init")
    private Process prometheus;

    private String url = "";
    private final List<AutoCloseable> planted = new ArrayList<>();

    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    @BeforeEach
    void aNodeThatIsWatched() throws Exception {
        node = stores.startNode();
        int port = Ports.free();
        url = "http://127.0.0.1:" + port;
        Path rules = Documented.ROOT.resolve("deploy/prometheus/onsale.rules.yml");
        Files.writeString(directory.resolve("rules.yml"), shortened(Documented.read(rules)));
        Files.writeString(
                directory.resolve("prometheus.yml"),
                """
                global: {scrape_interval: 2s, evaluation_interval: 1s}
                rule_files: [rules.yml]
                scrape_configs:
                  - job_name: onsale
                    metrics_path: /actuator/prometheus
                    static_configs: [{targets: ['%s']}]
                """
                        .formatted(URI.create(node.managementUrl()).getAuthority()));
        try {
            prometheus =
                    new ProcessBuilder(
                                    "prometheus",
                                    "--config.file=" + directory.resolve("prometheus.yml"),
                                    "--storage.tsdb.path=" + directory.resolve("data"),
                                    "--web.listen-address=127.0.0.1:" + port)
                            .redirectErrorStream(true)
                            .redirectOutput(directory.resolve("prometheus.log").toFile())
                            .start();
        } catch (IOException e) {
            throw new AssertionError(
                    "This needs Prometheus: install it (Debian: apt-get install prometheus).", e);
        }
        Wait.until("Prometheus sees the node", FIRES_WITHIN, this::isUp);
    }

    @AfterEach
    void stop() throws Exception {
        prometheus.destroy();
        prometheus.waitFor();
        node.close();
    }

    /** The durations are promtool's to try; here they would only make everybody wait. */
    private static String shortened(String rules) {
        return rules.replaceAll("for: \\S+", "for: 1s")
                .replaceAll("\\[(5m|15m)]", "[20s]")
                .replaceAll("\\[1m]", "[5s]")
                .replaceAll("\\[1h]", "[30s]");
    }

    @Test
    void everyFaultFiresItsAlertsWhichFallSilentAfterIt() throws Exception {
        fault(
                "Redis is killed",
                () -> stores.redis().kill(),
                () -> stores.redis().start(),
                "RedisDown",
                "RedisUnreachable");
        fault(
                "Kafka is killed",
                () -> stores.kafka().kill(),
                () -> stores.kafka().start(),
                "KafkaDown");
        fault(
                "PostgreSQL is stopped",
                () -> stores.postgres().stop(),
                () -> stores.postgres().start(),
                "PostgresDown",
                "PostgresUnreachable");
        redisFaults();
        rowFaults();
        fault("Sessions wait for a lock", this::lockedOut, this::closePlanted, "PostgresLocksWait");
        fault("The node is paused", node::pause, node::resume, "NodeDown", "NoNodeUp");
    }

    private void redisFaults() throws Exception {
        fault(
                "Redis has little memory",
                redis("config set maxmemory 1mb"),
                redis("config set maxmemory 512mb"),
                "RedisMemoryOver90",
                "RedisMemoryOver80");
        fault(
                "Redis cannot save",
                AlertFaultsTest::unwritable,
                AlertFaultsTest::writable,
                "RedisNotPersisting");
        fault(
                "Redis has 520 clients",
                () -> connect(520),
                this::closePlanted,
                "RedisConnectionsMany");
        fault(
                "Redis has 1010 clients",
                () -> connect(1_010),
                this::closePlanted,
                "RedisConnectionExhausted");
        fault(
                "Redis follows another",
                redis("replicaof 127.0.0.1 1"),
                redis("replicaof no one"),
                "RedisNoMaster",
                "RedisReplicationLag");
    }

    private void rowFaults() throws Exception {
        fault(
                "A message was given up",
                sql(
                        """
                        insert into common.dlq_events (service, event_id, consumer_service, topic,
                                                       message_key, event_type, payload, error)
                        values ('payment_svc_user', gen_random_uuid(), 'payment', 't', 'k', 'X', '{}', 'x')
                        """),
                sql("delete from common.dlq_events"),
                "DeadLetters");
        fault(
                "A topic that nobody takes",
                sql(
                        """
                        insert into common.outbox_events (service, id, shard, topic, message_key,
                            event_type, payload, created_at, next_attempt_at)
                        select 'nobody', gen_random_uuid(), 0, 't', 'k', 'X', '{}',
                               now() - interval '10 minutes', now() + interval '1 h'
                        from generate_series(1, 101)
                        """),
                sql("delete from common.outbox_events where service = 'nobody'"),
                "OutboxWaiting");
        fault(
                "A job is not run, and another fails",
                sql(
                        """
                        insert into common.job_leases (service, job, run_id, lease_until, due_at,
                                                       started_at, every_ms, failures, backlog)
                        values ('queue_svc_user', 'planted-late', gen_random_uuid(), now() - interval '1 h',
                                now() - interval '1 h', now() - interval '1 h', 1000, 0, 100001),
                               ('queue_svc_user', 'planted-bad', gen_random_uuid(), now(),
                                now() + interval '1 h', now(), 1000, 3, 0)
                        """),
                sql("delete from common.job_leases where job like 'planted%'"),
                "JobLate",
                "JobFails",
                "JobBacklog");
        fault("A check has found something", integrity(1), integrity(0), "IntegrityBroken");
        fault(
                "Our books and the provider's differ",
                sql(
                        """
                        insert into payment_service.comparisons (day, finished_at)
                        values ('2020-01-01', now());
                        insert into payment_service.differences
                        values ('planted', 'X', 1, 2, 'nothing', '2020-01-01', '2020-01-01')
                        """),
                sql(
                        "delete from payment_service.differences; delete from payment_service.comparisons"),
                "BooksDiffer");
    }

    private static Step integrity(int found) {
        return sql(
                """
                insert into ops.integrity_results (check_name, found, sample, took_millis)
                values ('double_payment', %d, '{}', 1)
                on conflict (check_name) do update set found = excluded.found, problem = null
                """
                        .formatted(found));
    }

    /** Injects a fault, waits for its alerts, heals it, and waits until they are silent. */
    private void fault(String what, Step inject, Step heal, String... alerts) throws Exception {
        Set<String> expected = Set.of(alerts);
        long start = System.nanoTime();
        inject.run();
        try {
            Wait.until(
                    what + " fires " + expected,
                    FIRES_WITHIN,
                    () -> firing().containsAll(expected));
        } finally {
            heal.run();
        }
        long fired = System.nanoTime();
        Wait.until(
                what + " is over and they are silent",
                SILENT_WITHIN,
                () -> firing().stream().noneMatch(expected::contains));
        System.out.printf(
                "%-36s -> %-44s after %3d s, silent after %3d s%n",
                what,
                String.join(", ", new TreeSet<>(expected)),
                Duration.ofNanos(fired - start).toSeconds(),
                Duration.ofNanos(System.nanoTime() - fired).toSeconds());
    }

    private boolean isUp() {
        try {
            return node.get(url + "/api/v1/query?query=up").body().contains("\"1\"");
        } catch (RuntimeException e) {
            return false;
        }
    }

    private Set<String> firing() {
        JsonNode alerts = JsonMapper.shared().readTree(node.get(url + "/api/v1/alerts").body());
        Set<String> firing = new TreeSet<>();
        for (JsonNode alert : alerts.path("data").path("alerts")) {
            if (alert.path("state").asString("").equals("firing")) {
                firing.add(alert.path("labels").path("alertname").asString(""));
            }
        }
        return firing;
    }

    private static Step redis(String command) {
        return () -> stores.redis().tell(command);
    }

    /**
     * A snapshot replaces the one before it by a rename, which a directory in its place prevents.
     */
    private static void unwritable() throws IOException {
        Path snapshot = snapshot();
        Files.deleteIfExists(snapshot);
        Files.createDirectory(snapshot);
        Files.createFile(snapshot.resolve("in-the-way"));
        stores.redis().ask("bgsave");
    }

    private static void writable() throws IOException {
        Files.delete(snapshot().resolve("in-the-way"));
        Files.delete(snapshot());
        stores.redis().ask("bgsave");
    }

    private static Path snapshot() {
        try (Redis redis = stores.redisConnection()) {
            var settings = redis.connection().sync().configGet("d*");
            return Path.of(settings.get("dir") + "", settings.get("dbfilename") + "");
        }
    }

    private void connect(int clients) throws IOException {
        for (int i = 0; i < clients; i++) {
            planted.add(new Socket("127.0.0.1", stores.redis().port()));
        }
    }

    private void lockedOut() throws SQLException {
        Connection holder = stores.admin();
        planted.add(holder);
        holder.setAutoCommit(false);
        try (var statement = holder.createStatement()) {
            statement.execute("select pg_advisory_xact_lock(4711)");
        }
        for (int i = 0; i < 25; i++) {
            Connection waiting = stores.admin();
            planted.addFirst(waiting);
            Thread.ofVirtual()
                    .start(() -> {
                        try (var statement = waiting.createStatement()) {
                            statement.execute("select pg_advisory_xact_lock(4711)");
                        } catch (SQLException e) {
                            // closed at the end of the fault
                        }
                    });
        }
    }

    private void closePlanted() throws Exception {
        for (AutoCloseable one : planted.reversed()) {
            one.close();
        }
        planted.clear();
    }

    private static Step sql(String statement) {
        return () -> {
            try (Connection admin = stores.admin();
                    var running = admin.createStatement()) {
                running.execute(statement);
            }
        };
    }
}
