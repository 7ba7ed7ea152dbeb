package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import onsale.ops.OpsModule;
import onsale.payment.PaymentModule;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.reservation.ReservationModule;
import onsale.testkit.Stores;
import onsale.user.UserModule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The database itself keeps contexts apart, so that no code of ours has to be trusted with it. */
class FencesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static JdbcClient reservation;
    private static JdbcClient payment;

    @BeforeAll
    static void openBoth() {
        Database reservations = stores.database(ReservationModule.SCHEMA);
        Database payments = stores.database(PaymentModule.SCHEMA);
        reservation = reservations.sql();
        payment = payments.sql();
        reservation.sql("create table reservation_service.fenced (id int)").update();
        reservation.sql("insert into reservation_service.fenced values (1)").update();
    }

    @Test
    void aContextReadsItsOwnTable() {
        assertThat(
                        reservation
                                .sql("select count(*) from reservation_service.fenced")
                                .query(Long.class)
                                .single())
                .isEqualTo(1);
    }

    @Test
    void aContextCannotReadAnothersTable() {
        assertThatThrownBy(() ->
                        payment.sql("select count(*) from reservation_service.fenced")
                                .query(Long.class)
                                .single())
                .isInstanceOf(DataAccessException.class)
                .hasStackTraceContaining("permission denied for schema reservation_service");
    }

    /**
     * Whoever checks integrity sees rows and messages of all, changes none, and learns no names.
     */
    @Test
    void theReaderReadsAcrossAndWritesNowhere() {
        UUID id = UUID.randomUUID();
        insertMessage(reservation, id, "reservation_svc_user");
        stores.database(UserModule.SCHEMA);
        try (Database opened = new Databases(stores.postgresSettings(), stores.secret()).reader()) {
            JdbcClient reader = opened.sql();

            assertThat(count(reader, "reservation_service.fenced")).isEqualTo(1);
            assertThat(count(reader, "payment_service.orders")).isZero();
            assertThat(messages(reader, id)).isEqualTo(1);
            for (String write :
                    List.of(
                            "insert into reservation_service.fenced values (2)",
                            "delete from reservation_service.fenced",
                            "delete from common.outbox_events",
                            "create table public.mine (id int)")) {
                assertThatThrownBy(() -> reader.sql(write).update())
                        .as(write)
                        .isInstanceOf(DataAccessException.class)
                        .hasStackTraceContaining("ERROR");
            }
            assertThatThrownBy(() -> count(reader, "user_service.users"))
                    .hasStackTraceContaining("permission denied for schema user_service");
        }
    }

    private static long count(JdbcClient sql, String table) {
        return sql.sql("select count(*) from " + table).query(Long.class).single();
    }

    @Test
    void aContextCannotCreateAnythingOutsideItsSchema() {
        for (String place : new String[] {"reservation_service", "common", "public"}) {
            assertThatThrownBy(
                            () -> payment.sql("create table " + place + ".mine (id int)").update())
                    .as(place)
                    .isInstanceOf(DataAccessException.class)
                    .hasStackTraceContaining("permission denied");
        }
    }

    @Test
    void aContextSeesOnlyItsOwnMessagesAndCannotForgeOthers() {
        UUID id = UUID.randomUUID();
        insertMessage(reservation, id, "reservation_svc_user");

        assertThat(messages(reservation, id)).isEqualTo(1);
        assertThat(messages(payment, id)).isZero();
        assertThat(
                        payment.sql("update common.outbox_events set published = true where id = ?")
                                .param(id)
                                .update())
                .isZero();
        assertThat(payment.sql("delete from common.outbox_events where id = ?").param(id).update())
                .isZero();
        assertThatThrownBy(() -> insertMessage(payment, UUID.randomUUID(), "reservation_svc_user"))
                .isInstanceOf(DataAccessException.class)
                .hasStackTraceContaining("row-level security");
    }

    @Test
    void onlyOpsSeesHowTheProcessesOfAllAre() {
        UUID node = UUID.randomUUID();
        reservation
                .sql("insert into common.node_reports (node, report) values (?, '{}')")
                .param(node)
                .update();

        assertThat(reports(reservation, node)).isEqualTo(1);
        assertThat(reports(payment, node)).isZero();
        assertThat(
                        payment.sql("delete from common.node_reports where node = ?")
                                .param(node)
                                .update())
                .isZero();
        JdbcClient ops = stores.database(OpsModule.SCHEMA).sql();
        assertThat(reports(ops, node)).isEqualTo(1);
        assertThat(ops.sql("delete from common.node_reports where node = ?").param(node).update())
                .as("ops reads and does not write for others")
                .isZero();
    }

    private static long reports(JdbcClient sql, UUID node) {
        return sql.sql("select count(*) from common.node_reports where node = ?")
                .param(node)
                .query(Long.class)
                .single();
    }

    /** The canary: without the policy the other context's row is in plain sight. */
    @Test
    void withoutRowLevelSecurityTheRowWouldBeSeen() throws Exception {
        UUID id = UUID.randomUUID();
        insertMessage(reservation, id, "reservation_svc_user");
        try (var admin = stores.admin();
                var statement = admin.createStatement()) {
            statement.execute("alter table common.outbox_events disable row level security");
            try {
                assertThat(messages(payment, id)).isEqualTo(1);
            } finally {
                statement.execute("alter table common.outbox_events enable row level security");
            }
        }
    }

    private static void insertMessage(JdbcClient sql, UUID id, String service) {
        sql.sql(
                        """
                        insert into common.outbox_events
                            (id, service, shard, topic, message_key, event_type, payload)
                        values (?, ?, 0, 't', 'k', 'Test', '')
                        """)
                .param(id)
                .param(service)
                .update();
    }

    private static long messages(JdbcClient sql, UUID id) {
        return sql.sql("select count(*) from common.outbox_events where id = ?")
                .param(id)
                .query(Long.class)
                .single();
    }
}
