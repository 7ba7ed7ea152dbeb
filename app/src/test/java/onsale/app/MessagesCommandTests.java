package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Operators and the messages of a node: by command and over HTTP. */
class MessagesCommandTests {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final SharedNode node = SharedNode.get();

    private record Ran(int exit, String said) {}

    @Test
    void aDeadLetterIsListedAndTriedAgainByTheNode() throws Exception {
        UUID id = UUID.randomUUID();
        plant(id);

        Ran dead = run("dead");
        assertThat(dead.exit).isZero();
        assertThat(dead.said)
                .contains(id.toString(), "UNHANDLED payment reservation.events CloseOrder");

        assertThat(run("redrive", "--id=" + id).said).contains("1 dead letters are tried again.");
        Wait.until(
                "payment has tried it and did not believe it",
                SOON,
                () -> run("dead").said.contains("has not sealed it"));
        String listed =
                node.api
                        .get(node.url + "/api/admin/dead-letters", node.token(CurrentUser.ADMIN))
                        .response()
                        .body();
        assertThat(listed).contains(id.toString());
        forget(id);
    }

    @Test
    void messagesAreToldAgainSinceATime() {
        Ran told = run("republish", "--since=PT1H");

        assertThat(told.exit).as(told.said).isZero();
        assertThat(told.said).contains("messages are told again.");
    }

    @Test
    void whatCannotBeDoneIsSaid() {
        assertThat(run("redrive").exit).isEqualTo(2);
        assertThat(run("redrive", "--all", "--id=" + UUID.randomUUID()).exit).isEqualTo(2);
        assertThat(run("republish", "--since=yesterday").said).contains("a time with its zone");
        assertThat(run("republish").exit).isEqualTo(2);
        assertThat(run("redrive", "--id=" + UUID.randomUUID()).exit).isEqualTo(1);
    }

    private void plant(UUID id) throws Exception {
        try (Connection admin = node.stores.admin();
                PreparedStatement insert =
                        admin.prepareStatement(
                                """
                                insert into common.dlq_events
                                    (service, event_id, consumer_service, topic, message_key,
                                     event_type, payload, headers, error)
                                values ('payment_svc_user', ?, 'payment', 'reservation.events', 'k',
                                        'CloseOrder', '{}', jsonb_build_object('id', ?::text), 'x')
                                """)) {
            insert.setObject(1, id);
            insert.setString(2, id.toString());
            insert.executeUpdate();
        }
    }

    /** Nobody is alone on the shared node: what is left would be found by others. */
    private void forget(UUID id) throws Exception {
        try (Connection admin = node.stores.admin();
                PreparedStatement delete =
                        admin.prepareStatement(
                                "delete from common.dlq_events where event_id = ?")) {
            delete.setObject(1, id);
            assertThat(delete.executeUpdate()).isEqualTo(1);
        }
    }

    private Ran run(String command, String... more) {
        List<String> line = new ArrayList<>(List.of(command));
        line.addAll(List.of(more));
        line.add("--set=onsale.postgres.url=" + node.stores.postgresSettings().url());
        line.add("--set=onsale.secret=" + node.stores.secret().value());
        StringWriter said = new StringWriter();
        int exit =
                new CommandLine(new MessagesCommand())
                        .setOut(new PrintWriter(said))
                        .setErr(new PrintWriter(said))
                        .setExecutionExceptionHandler((exception, parsed, result) -> 1)
                        .execute(line.toArray(String[]::new));
        return new Ran(exit, said.toString());
    }
}
