package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.Incarnation.State;
import onsale.platform.redis.Lua;
import onsale.platform.redis.Redis;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import onsale.user.UserModule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Servers that are away when a node starts, or go while it runs. Without Redis and Kafka it goes on
 * with what PostgreSQL can do, and a balancer keeps it; without PostgreSQL it is not ready.
 */
class DegradedNodeTest {

    @RegisterExtension static final Stores stores = Stores.own();

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String FAN = "fan@degraded.example";

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static RealTokens tokens;

    private static String event = "";
    private static String plain = "";
    private static String queued = "";
    private static String fan = "";
    private static String receipt = "";
    private static String signedOut = "";

    /** A sale that was on before the outage. */
    @BeforeAll
    static void aSaleIsOn() throws Exception {
        api = stores.closing(new Api());
        try (Node node = stores.startNode(api.settings())) {
            tokens = new RealTokens(stores.database(UserModule.SCHEMA), stores.secret());
            String url = node.url();
            Organiser organiser = organiser(url);
            event =
                    organiser.openEvent(
                            """
                            {"rows":["A"],"seatsPerRow":10,"gradeMapping":{"A":"R"}}
                            """,
                            70_000);
            plain = organiser.schedule(event);
            queued = organiser.schedule(event, true);
            fan = tokens.ofSomebody(CurrentUser.USER);
            Wait.until("seats are on sale", SOON, () -> seats(url, plain) == 200);
            Wait.until("the line is open", SOON, () -> enter(url, fan).status() == 200);
            receipt = enter(url, fan).text("receipt");
            assertThat(api.signUp(url, FAN, "김팬").status()).isEqualTo(201);
            Answer session = api.login(url, FAN, Api.PASSWORD);
            signedOut = session.text("accessToken");
            api.logout(url, session.text("refreshToken"), signedOut);
            assertThat(node.stop()).isEqualTo(143);
        }
    }

    @Test
    void withoutRedisAndKafkaANodeStartsAndRecoversByItself() throws Exception {
        stores.redis().stop();
        stores.kafka().stop();
        // Topics of this name do not exist: whoever needs them has to wait until they do.
        try (Node node =
                stores.startNode(api.settings("--set=onsale.kafka.topic-prefix=never.seen."))) {
            String url = node.url();

            assertReadyAndDegraded(node);
            assertThat(api.get(url + "/api/users/me", signedOut).status())
                    .as("an ended session is known from PostgreSQL")
                    .isEqualTo(401);
            Answer held = hold(url, plain, 0);
            assertThat(held.status()).as(held.response().body()).isEqualTo(201);
            Answer refused = enter(url, tokens.ofSomebody(CurrentUser.USER));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.response().headers().firstValue("Retry-After")).isPresent();
            Answer restoring = status(url);
            assertThat(restoring.text("state")).isEqualTo("RESTORING");
            String later = organiser(url).schedule(event);
            assertThat(seats(url, later)).as("nobody has told it").isEqualTo(404);

            stores.redis().start();
            stores.kafka().start();

            Wait.until("nothing is degraded", SOON, () -> health(node).body().contains("UP"));
            Wait.until("the message arrives", SOON, () -> seats(url, later) == 200);
            Wait.until(
                    "the line is open",
                    SOON,
                    () -> enter(url, tokens.ofSomebody(CurrentUser.USER)).status() == 200);
            assertThat(status(url).text("number"))
                    .as("the fan's place")
                    .isEqualTo(restoring.text("number"));
            assertThat(status(url).text("state")).isNotEqualTo("EXPIRED");
            Wait.until("the gate is open", SOON, () -> gateOf(plain) == State.OPEN);
            assertThat(hold(url, plain, 0).status()).isEqualTo(409);
            assertThat(metrics(node))
                    .contains(
                            "onsale_dependency_up{dependency=\"redis\"} 1.0",
                            "onsale_dependency_up{dependency=\"kafka\"} 1.0");
            assertThat(node.log())
                    .containsOnlyOnce("redis does not answer")
                    .containsOnlyOnce("kafka does not answer")
                    .containsOnlyOnce("redis answers again")
                    .containsOnlyOnce("kafka answers again");

            withoutPostgresItIsNotReady(node);
            whileItStopsItIsNotReady(node);
        }
    }

    private static void assertReadyAndDegraded(Node node) {
        HttpResponse<String> ready = readiness(node);
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body()).isEqualTo("{\"status\":\"UP\"}");
        HttpResponse<String> health = health(node);
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).contains("\"status\":\"DEGRADED\"");
        assertThat(metrics(node))
                .contains(
                        "onsale_dependency_up{dependency=\"postgres\"} 1.0",
                        "onsale_dependency_up{dependency=\"redis\"} 0.0",
                        "onsale_dependency_up{dependency=\"kafka\"} 0.0");
        assertThat(node.log()).contains("is onsale.redis.url right?", "bootstrap-servers right?");
    }

    private static void withoutPostgresItIsNotReady(Node node) {
        stores.postgres().kill();
        Wait.until("it is not ready", SOON, () -> readiness(node).statusCode() == 503);
        assertThat(health(node).statusCode()).isEqualTo(503);

        stores.postgres().start();
        Wait.until("it is ready again", SOON, () -> readiness(node).statusCode() == 200);
    }

    /** Requests under way are finished meanwhile, and no new ones should come. */
    private static void whileItStopsItIsNotReady(Node node) throws IOException {
        URI at = URI.create(node.url());
        try (Socket underWay = new Socket(InetAddress.ofLiteral("127.0.0.1"), at.getPort())) {
            String half =
                    """
                    POST /api/reservations/hold HTTP/1.1
                    Host: localhost
                    Authorization: Bearer %s
                    Content-Type: application/json
                    Content-Length: 100

                    {\
                    """
                            .formatted(tokens.ofSomebody(CurrentUser.USER));
            underWay.getOutputStream()
                    .write(half.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            underWay.getOutputStream().flush();
            assertThat(readiness(node).statusCode()).isEqualTo(200);

            ProcessHandle.of(node.pid()).orElseThrow().destroy();

            Wait.until("it is not ready", SOON, () -> readiness(node).statusCode() == 503);
        }
        assertThat(node.awaitEnd()).isEqualTo(143);
    }

    @Test
    void wrongAddressesAreToldOnceAndTheNodeIsDegraded() throws IOException {
        try (Node node =
                stores.startNode(
                        "--roles=queue",
                        "--set=onsale.redis.url=redis://no-such-host.invalid:6379",
                        "--set=onsale.kafka.bootstrap-servers=no-such-host.invalid:9092",
                        "--set=onsale.health-details=true")) {
            Wait.until(
                    "health says why",
                    SOON,
                    () ->
                            health(node).body().contains("No resolvable bootstrap urls")
                                    && health(node).body().contains("Redis was never reached"));
            assertThat(health(node).statusCode()).isEqualTo(200);
            assertThat(readiness(node).statusCode()).isEqualTo(200);
            assertThat(node.log())
                    .containsOnlyOnce("redis does not answer")
                    .containsOnlyOnce("is onsale.redis.url right?")
                    .containsOnlyOnce("kafka does not answer")
                    .containsOnlyOnce("is onsale.kafka.bootstrap-servers right?");
        }
    }

    /** Nothing can be done without it, so nothing is started. */
    @Test
    void withoutPostgresNoNodeStarts() {
        Node node =
                Node.launch(
                        Map.of(
                                "onsale.postgres.url", "jdbc:postgresql://127.0.0.1:1/nobody",
                                "onsale.postgres.admin-user", "nobody",
                                "onsale.redis.url", "redis://127.0.0.1:1",
                                "onsale.kafka.bootstrap-servers", "127.0.0.1:1",
                                "onsale.secret", stores.secret().value()),
                        List.of("--roles=catalog"));

        assertThat(node.awaitEnd()).as(node.log()).isEqualTo(1);
        assertThat(node.log().lines())
                .singleElement()
                .asString()
                .startsWith("PostgreSQL cannot be reached: check onsale.postgres.url");
    }

    private static Organiser organiser(String url) {
        return new Organiser(api, url, tokens.ofSomebody(CurrentUser.ADMIN));
    }

    private static HttpResponse<String> health(Node node) {
        return node.get(node.managementUrl() + "/actuator/health");
    }

    private static HttpResponse<String> readiness(Node node) {
        return node.get(node.managementUrl() + "/actuator/health/readiness");
    }

    private static String metrics(Node node) {
        return node.get(node.managementUrl() + "/actuator/prometheus").body();
    }

    private static int seats(String url, String schedule) {
        return api.get(url + "/api/reservations/seats/" + schedule, null).status();
    }

    private static Answer enter(String url, String token) {
        return api.post(
                url + "/api/queue/enter", "{\"scheduleId\":\"%s\"}".formatted(queued), token);
    }

    private static Answer status(String url) {
        return api.send(
                "GET",
                url + "/api/queue/status?scheduleId=" + queued,
                null,
                null,
                null,
                "X-Queue-Receipt",
                receipt);
    }

    private static Answer hold(String url, String schedule, int ordinal) {
        String base =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
        return api.post(
                url + "/api/reservations/hold",
                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                        .formatted(schedule, base, ordinal),
                tokens.ofSomebody(CurrentUser.USER));
    }

    /** What Redis says of the gate of this schedule. */
    private static State gateOf(String schedule) {
        try (Redis redis = new Redis(stores.redisSettings())) {
            return new Incarnation(new Lua(redis), "seat").state(schedule);
        }
    }
}
