package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import onsale.testkit.Stores;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/** The doctor on a platform that is well, and on others that are not, each in its own way. */
class DoctorTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private record Said(int exit, String text) {}

    @BeforeAll
    static void allContexts() {
        for (Role role : Role.values()) {
            stores.database(role.schema());
        }
    }

    @Test
    void aHealthyPlatformNeedsNobody() {
        Said said = doctor("--weekly", "--monthly", "--data-dir=.");

        assertThat(said.text).contains("ok    PostgreSQL connections", "ok    Kafka", "ok    Disk");
        assertThat(said.text).contains("All is well.").doesNotContain("look ");
        assertThat(said.exit).isZero();
    }

    @Test
    void aDeadLetterIsFound() throws SQLException {
        UUID id = UUID.randomUUID();
        sql(
                """
                insert into common.dlq_events (service, event_id, consumer_service, topic,
                                               message_key, event_type, payload, error)
                values ('payment_svc_user', '%s', 'payment', 't', 'k', 'CloseOrder', '{}', 'x')
                """
                        .formatted(id));

        found(doctor(), "Dead letters", "messages.md");

        sql("delete from common.dlq_events where event_id = '" + id + "'");
        assertThat(doctor().exit).isZero();
    }

    @Test
    void messagesThatWaitTooLongAreFound() throws SQLException {
        sql(
                """
                insert into common.outbox_events (service, id, shard, topic, message_key, event_type,
                                                  payload, created_at)
                select 'payment_svc_user', gen_random_uuid(), 0, 't', 'k', 'OrderPaid', '{}',
                       now() - interval '10 minutes' from generate_series(1, 101)
                """);

        Said said = doctor();
        found(said, "Messages that wait", "messages.md");
        found(said, "Integrity", "integrity.md");
        assertThat(said.text).contains("P1 stale_outbox");

        sql("delete from common.outbox_events where topic = 't'");
    }

    @Test
    void aJobThatNobodyRunsAndOneThatFailsAreFound() throws SQLException {
        sql(
                """
                insert into common.job_leases (service, job, run_id, lease_until, due_at, started_at,
                                               every_ms, failures, last_error)
                values ('queue_svc_user', 'planted-late', gen_random_uuid(), now() - interval '1 h',
                        now() - interval '1 h', now() - interval '1 h', 1000, 0, null),
                       ('queue_svc_user', 'planted-bad', gen_random_uuid(), now(),
                        now() + interval '1 h', now(), 1000, 3, 'IllegalStateException')
                """);

        Said said = doctor();
        found(said, "Jobs that nobody runs +queue/planted-late", "jobs.md");
        found(said, "Jobs that fail +queue/planted-bad", "jobs.md");

        sql("delete from common.job_leases where job like 'planted%'");
    }

    @Test
    void anInvalidIndexIsFound() throws SQLException {
        sql("create index planted on queue_service.turns (schedule_id)");
        sql(
                "update pg_index set indisvalid = false where indexrelid = 'queue_service.planted'::regclass");

        found(doctor(), "PostgreSQL invalid indexes +queue_service.planted", "reindex");

        sql("drop index queue_service.planted");
    }

    @Test
    void serversThatAreAwayAreFound() {
        found(doctor("--set=onsale.redis.url=redis://127.0.0.1:1"), "Redis", "redis-failover.md");
        found(doctor("--set=onsale.kafka.bootstrap-servers=127.0.0.1:1"), "Kafka", "messages.md");
        found(
                doctor("--set=onsale.postgres.url=jdbc:postgresql://127.0.0.1:1/none"),
                "PostgreSQL",
                "postgres.md");
    }

    @Test
    void withoutAPlatformItSaysWhatIsMissing() {
        StringWriter said = new StringWriter();
        int exit =
                new CommandLine(new DoctorCommand())
                        .setExecutionExceptionHandler((exception, line, result) -> {
                            said.append(exception.getMessage());
                            return 1;
                        })
                        .execute();

        assertThat(exit).isEqualTo(1);
        assertThat(said.toString()).contains("Which platform?");
    }

    private static void found(Said said, String what, String advice) {
        assertThat(said.text).containsPattern("look +" + what).contains(advice);
        assertThat(said.exit).isEqualTo(1);
    }

    private static void sql(String statement) throws SQLException {
        try (var admin = stores.admin();
                var planted = admin.createStatement()) {
            planted.execute(statement);
        }
    }

    /** What is given later wins. */
    private static Said doctor(String... more) {
        List<String> line = new ArrayList<>();
        List<String> given = Arrays.asList(more);
        add(line, given, "onsale.postgres.url", stores.postgresSettings().url());
        add(line, given, "onsale.secret", stores.secret().value());
        add(line, given, "onsale.redis.url", stores.redisSettings().url().value());
        add(
                line,
                given,
                "onsale.kafka.bootstrap-servers",
                stores.kafkaSettings().bootstrapServers());
        stores.kafkaSettings()
                .client()
                .forEach((name, value) ->
                        add(line, given, "onsale.kafka.client." + name, "" + value));
        line.addAll(given);
        StringWriter text = new StringWriter();
        int exit =
                new CommandLine(new DoctorCommand())
                        .setOut(new PrintWriter(text))
                        .setErr(new PrintWriter(text))
                        .execute(line.toArray(String[]::new));
        return new Said(exit, text.toString());
    }

    private static void add(List<String> line, List<String> given, String name, String value) {
        if (given.stream().noneMatch(one -> one.startsWith("--set=" + name + "="))) {
            line.add("--set=" + name + "=" + value);
        }
    }
}
