package onsale.app;

import static onsale.app.ProblemClient.fields;
import static onsale.app.ProblemClient.problem;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whatever a client sends, an error is a problem with a code, and tells nothing of our insides. */
class ProblemsTest {

    private static final ProblemServer server = ProblemServer.start();
    private static final ProblemClient client = new ProblemClient(server.port());

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theBodyHasExactlyItsFields() {
        JsonNode plain = problem(client.get("/nothing"), 404, "platform.not_found");
        assertThat(plain.propertyNames())
                .containsExactly("type", "title", "status", "detail", "code", "traceId");

        JsonNode extra = problem(client.get("/test/taken"), 409, "test.seats_taken");
        assertThat(extra.propertyNames())
                .containsExactly("type", "title", "status", "detail", "code", "traceId", "seatIds");
    }

    @Test
    void theTraceIdIsTheClientsRequestId() {
        HttpResponse<String> response =
                client.send(client.request("/nothing").header("X-Request-Id", "my-id"));

        assertThat(problem(response, 404, "platform.not_found").path("traceId").asString())
                .isEqualTo("my-id");
    }

    @Test
    void anUnknownPathIsNotFoundForEveryMethod() {
        problem(client.get("/error"), 404, "platform.not_found");
        problem(client.post("/nothing", "{}"), 404, "platform.not_found");
        problem(
                client.send(client.request("/nothing").method("BREW", BodyPublishers.noBody())),
                405,
                "edge.method_not_allowed");
    }

    @Test
    void aWrongMethodIsToldTheRightOne() {
        HttpResponse<String> response = client.get("/test/orders");

        problem(response, 405, "platform.method_not_allowed");
        assertThat(response.headers().firstValue("Allow")).contains("POST");
    }

    @Test
    void typesThatDoNotFit() {
        problem(
                client.send(client.request("/test/json").header("Accept", "image/png")),
                406,
                "platform.not_acceptable");
        problem(
                client.send(
                        client.request("/test/orders")
                                .header("Content-Type", "text/plain")
                                .POST(BodyPublishers.ofString("{}"))),
                415,
                "platform.unsupported_media_type");
        problem(
                client.send(
                        client.request("/test/orders")
                                .header("Content-Type", "no type at all")
                                .POST(BodyPublishers.ofString("{}"))),
                415,
                "platform.unsupported_media_type");
    }

    @Test
    void aClientThatWantsHtmlStillGetsAProblem() {
        problem(
                client.send(client.request("/api/nothing").header("Accept", "text/html")),
                404,
                "platform.not_found");
    }

    @Test
    void jsonThatIsNone() {
        for (String body :
                List.of("", "{", "{\"name\":", "nonsense", "[", "\0", "{'name':1}", "NaN")) {
            problem(client.post("/test/orders", body), 400, "platform.unreadable");
        }
        problem(client.post("/test/orders", "[".repeat(5_000)), 400, "platform.unreadable");
        byte[] notUtf8 = {'{', '"', 'n', 'a', 'm', 'e', '"', ':', '"', (byte) 0xff, '"', '}'};
        problem(
                client.send(
                        client.request("/test/orders")
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofByteArray(notUtf8))),
                400,
                "platform.unreadable");
    }

    @Test
    void jsonThatCouldBeReadInTwoWays() {
        String good = "{\"name\":\"a\",\"count\":1,\"ids\":[]}";
        assertThat(client.post("/test/orders", good).statusCode()).isEqualTo(200);

        problem(client.post("/test/orders", good + "{}"), 400, "platform.unreadable");
        problem(client.post("/test/orders", good + " x"), 400, "platform.unreadable");
        problem(
                client.post("/test/orders", "{\"name\":\"a\",\"name\":\"b\",\"count\":1}"),
                400,
                "platform.unreadable");
    }

    /** The canary: as it comes, the library takes the last of two values for the same name. */
    @Test
    void aForgivingReaderWouldChoose() {
        ProblemServer.Page read =
                JsonMapper.builder()
                        .build()
                        .readValue(
                                "{\"page\":1,\"size\":1,\"page\":2,\"pgae\":3}",
                                ProblemServer.Page.class);

        assertThat(read.page()).isEqualTo(2);
    }

    @Test
    void jsonOfTheWrongShapeNamesTheField() {
        assertThat(unreadable("{\"name\":\"a\",\"count\":1,\"cuont\":2}"))
                .containsExactly("cuont is not known");
        assertThat(unreadable("{\"name\":\"a\",\"count\":\"1\"}"))
                .containsExactly("count has the wrong form");
        assertThat(unreadable("{\"name\":\"a\",\"count\":1.5}"))
                .containsExactly("count has the wrong form");
        assertThat(unreadable("{\"name\":\"a\",\"count\":null}"))
                .containsExactly("count has the wrong form");
        assertThat(unreadable("{\"name\":\"a\",\"count\":99999999999}"))
                .containsExactly("count has the wrong form");
        assertThat(unreadable("{\"name\":\"a\",\"count\":1,\"ids\":[\"x\"]}"))
                .containsExactly("ids[0] has the wrong form");
        assertThat(unreadable("[]")).isEmpty();
        assertThat(unreadable("{\"" + "x".repeat(5_000) + "\":1}").getFirst()).hasSizeLessThan(150);
    }

    private static List<String> unreadable(String json) {
        return fields(problem(client.post("/test/orders", json), 400, "platform.unreadable"));
    }

    @Test
    void valuesThatAreNotAcceptableAreNamed() {
        assertThat(
                        fields(
                                problem(
                                        client.post("/test/orders", "{\"name\":\" \",\"count\":0}"),
                                        400,
                                        "platform.invalid")))
                .containsExactlyInAnyOrder(
                        "name must not be blank", "count must be greater than or equal to 1");
        assertThat(invalid("/test/size?size=101"))
                .containsExactly("size must be less than or equal to 100");
    }

    @Test
    void parametersAndHeadersThatAreMissingOrOfTheWrongForm() {
        assertThat(invalid("/test/size")).containsExactly("size is missing");
        assertThat(invalid("/test/token")).containsExactly("X-Queue-Token is missing");
        assertThat(invalid("/test/size?size=many")).containsExactly("size has the wrong form");
        assertThat(invalid("/test/things/x")).containsExactly("id has the wrong form");
        assertThat(invalid("/test/page?page=x&size=1")).containsExactly("page has the wrong form");
    }

    private static List<String> invalid(String path) {
        return fields(problem(client.get(path), 400, "platform.invalid"));
    }

    @Test
    void aBodyOverTheBoundIsRefusedHoweverItComes() {
        String large = "{\"name\":\"" + "x".repeat(20_000) + "\",\"count\":1}";
        String within = "{\"name\":\"" + "x".repeat(9_000) + "\",\"count\":1}";

        problem(client.post("/test/orders", large), 413, "platform.too_large");
        problem(chunked(large), 413, "platform.too_large");
        assertThat(client.post("/test/orders", within).statusCode()).isEqualTo(200);
        assertThat(chunked(within).statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> chunked(String body) {
        return client.send(
                client.request("/test/orders")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(body))));
    }

    @Test
    void whatNobodyExpectedSaysNothing() {
        server.on(
                "bug",
                () -> {
                    throw new IllegalStateException("secret internals");
                });
        server.on(
                "overflow",
                () -> {
                    throw new StackOverflowError("secret internals");
                });

        problem(client.get("/test/run/bug"), 500, "platform.internal");
        problem(client.get("/test/run/overflow"), 500, "platform.internal");
        problem(client.get("/filter/throws"), 500, "platform.internal");
    }

    @Test
    void aProblemMayBeThrownFromAnywhere() {
        server.on(
                "deep",
                () -> {
                    throw new IllegalStateException(
                            new ProblemException(ProblemServer.TAKEN, "Choose others."));
                });

        problem(client.get("/test/run/deep"), 409, "test.seats_taken");
        problem(client.get("/filter/problem"), 409, "test.seats_taken");
    }

    /** The answer is the same; the log says once which handler lacks which code. */
    @Test
    void aProblemThatItsHandlerDoesNotDeclareIsCountedAndLogged() {
        ProblemCode forgotten = new ProblemCode("test.forgotten", 409, "Nobody declared this");
        server.on(
                "forgotten",
                () -> {
                    throw new ProblemException(forgotten, "Declare it.");
                });
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("onsale.edge.mvc.ProblemAdvice");
        log.start();
        logger.addAppender(log);
        try {
            double before = server.undeclared();
            problem(client.get("/test/declared"), 409, "test.seats_taken");
            problem(client.get("/test/things/x"), 400, "platform.invalid");
            assertThat(server.undeclared()).isEqualTo(before);

            problem(client.get("/test/run/forgotten"), 409, "test.forgotten");
            problem(client.get("/test/run/forgotten"), 409, "test.forgotten");

            assertThat(server.undeclared()).isEqualTo(before + 2);
            assertThat(log.list)
                    .filteredOn(event -> event.getLevel() == Level.ERROR)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .singleElement()
                    .asString()
                    .contains("#run[1 args]", "test.forgotten, which its @ProblemCodes lack");
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void errorsOutsideControllersAreProblemsToo() {
        problem(client.get("/filter/forbidden"), 403, "platform.not_allowed");
        problem(client.get("/filter/teapot"), 418, "platform.http_418");
    }

    @Test
    void timesAreIsoWithOffset() {
        HttpResponse<String> response =
                client.post(
                        "/test/times",
                        "{\"instant\":\"2026-03-01T21:00:00+09:00\",\"offset\":\"2026-03-01T21:00:00+09:00\"}");

        assertThat(response.body())
                .contains("\"instant\":\"2026-03-01T12:00:00Z\"")
                .contains("\"offset\":\"2026-03-01T12:00:00Z\"");
    }
}
