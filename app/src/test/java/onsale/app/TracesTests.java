package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import onsale.app.TraceReceiver.Span;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;

/** Requests of the shared node, as a collector of traces sees them. */
class TracesTests {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final SharedNode node = SharedNode.get();

    @Test
    void aRequestIsTracedDownToItsStatementsInTheTraceOfItsCaller() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        String caller = "00f067aa0ba902b7";
        node.api.send(
                HttpRequest.newBuilder(URI.create(node.url + "/api/admin/outbox"))
                        .header("Authorization", "Bearer " + node.token(CurrentUser.OPERATOR))
                        .header("traceparent", "00-" + traceId + "-" + caller + "-01"));

        Wait.until("the spans have come", SOON, () -> of(traceId).size() >= 3);

        Span request = named(traceId, "GET /api/admin/outbox/**");
        assertThat(request.parentId()).isEqualTo(caller);
        assertThat(named(traceId, "connect ops").parentId()).isEqualTo(request.spanId());
        Span statement = named(traceId, "select ops");
        assertThat(statement.parentId()).isEqualTo(request.spanId());
        assertThat(statement.text()).contains("postgresql", "from common.outbox_summary()");
    }

    /** From the request over scripts and statements to the messages that follow from it. */
    @Test
    void aSignUpIsTracedToTheMailThatFollowsAndHasNothingOfAPerson() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        String email = "traced-" + UUID.randomUUID() + "@fans.example";
        String body = node.api.signUpBody(node.url, email, node.api.verified("추적인"));
        node.api.send(
                HttpRequest.newBuilder(URI.create(node.url + "/api/auth/signup"))
                        .header("Content-Type", "application/json")
                        .header("traceparent", "00-" + traceId + "-00f067aa0ba902b7-01")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));

        Wait.until(
                "its mail was asked for",
                SOON,
                () -> of(traceId).stream().anyMatch(one -> one.name().startsWith("handle ")));

        List<Span> all = of(traceId);
        assertThat(all).extracting(Span::name).contains("POST /api/auth/signup", "GET portone");
        assertThat(all).extracting(Span::name).anyMatch(name -> name.startsWith("insert "));
        Span handled =
                all.stream()
                        .filter(one -> one.name().startsWith("handle "))
                        .findFirst()
                        .orElseThrow();
        assertThat(all).extracting(Span::spanId).contains(handled.parentId());
        for (Span span : node.traces.spans) {
            assertThat(span.text()).doesNotContain(email, "추적인", Api.PASSWORD, "01012345678");
        }
    }

    /** The id that the fan sees leads to the trace. */
    @Test
    void aRequestWithoutATraceHasItsOwnIdAsTrace() {
        String requestId =
                node.api
                        .get(node.url + "/api/admin/outbox", null)
                        .response()
                        .headers()
                        .firstValue("X-Request-Id")
                        .orElseThrow();
        assertThat(requestId).matches("[0-9a-f]{32}");

        String signedIn =
                node.api
                        .get(node.url + "/api/admin/outbox", node.token(CurrentUser.OPERATOR))
                        .response()
                        .headers()
                        .firstValue("X-Request-Id")
                        .orElseThrow();

        Wait.until("its trace has come", SOON, () -> !of(signedIn).isEmpty());
    }

    @Test
    void linesOfTheLogNameTheTrace() {
        String traceId = UUID.randomUUID().toString().replace("-", "");
        node.api.send(
                HttpRequest.newBuilder(
                                URI.create(node.url + "/api/admin/integrity/stuck_pending/repair"))
                        .header("Authorization", "Bearer " + node.token(CurrentUser.OPERATOR))
                        .header("traceparent", "00-" + traceId + "-00f067aa0ba902b7-01")
                        .POST(HttpRequest.BodyPublishers.noBody()));

        Pattern field = Pattern.compile("trace\\W{1,4}id\":\"" + traceId);
        Wait.until(
                "a line names it",
                SOON,
                () ->
                        node.node
                                .log()
                                .lines()
                                .anyMatch(line ->
                                        line.contains("Integrity stuck_pending")
                                                && field.matcher(line).find()));
    }

    private List<Span> of(String traceId) {
        return node.traces.spans.stream().filter(one -> one.traceId().equals(traceId)).toList();
    }

    private Span named(String traceId, String name) {
        return of(traceId).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + of(traceId)));
    }
}
