package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import onsale.app.Api.Answer;
import onsale.app.BadRequests.As;
import onsale.app.BadRequests.Case;
import onsale.app.GoodRequest.Call;
import onsale.edge.ProductHandlers;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.user.UserModule;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every endpoint that a node describes, with every kind of bad input: a clear 4xx problem, and not
 * a row changed. The endpoints come from the node; {@link GoodRequests} has a good request for
 * each.
 */
class BadInputTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Which tables a refused call may write to all the same. */
    private static final Map<String, Set<String>> MAY_WRITE =
            Map.of(
                    // a wrong present password is counted
                    "PUT /api/users/me/password",
                    Set.of("user_service.login_delays"),
                    "POST /api/users/me/email",
                    Set.of("user_service.login_delays"),
                    "DELETE /api/users/me",
                    Set.of("user_service.login_delays"),
                    "POST /api/users/me/social/unlink",
                    Set.of("user_service.login_delays"),
                    // every failed sign-in is remembered and counted
                    "POST /api/auth/login",
                    Set.of("user_service.login_history", "user_service.login_delays"),
                    "POST /api/auth/browser/login",
                    Set.of("user_service.login_history", "user_service.login_delays"));

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final QuietTables tables = new QuietTables(stores);

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static Node node;

    @SuppressWarnings("NullAway.Init")
    private static ApiDescription description;

    @SuppressWarnings("NullAway.Init")
    private static TestSale world;

    @BeforeAll
    static void start() throws Exception {
        api = stores.closing(new Api());
        node =
                stores.startNode(
                        api.settings(
                                "--set=onsale.limits.hot-address-per-second=1000000",
                                "--set=onsale.limits.status-per-minute=1000000",
                                "--set=onsale.limits.hold-per-minute=1000000",
                                "--set=onsale.limits.pay-per-minute=1000000",
                                "--set=onsale.user.passwords-waiting=1000",
                                "--set=onsale.user.login-tries=1000000",
                                "--set=onsale.user.code-every=1s",
                                "--set=onsale.user.code-for=1h",
                                "--set=onsale.mail.mailbox=true",
                                "--set=onsale.reservation.refund-alone-up-to-won=0",
                                "--set=onsale.rehearsal.enabled=true",
                                "--set=onsale.social.site-url=https://tickets.example",
                                "--set=onsale.social.google-client-id=here",
                                "--set=onsale.social.google-client-secret=secret",
                                "--set=onsale.portone.webhook-secrets=whsec_"
                                        + Base64.getEncoder().encodeToString(Api.WEBHOOK_KEY)));
        description = new ApiDescription(api.get(node.url() + "/v3/api-docs", null).body());
        world = new TestSale(api, node.url(), stores);
    }

    @Test
    void badInputGetsAClearProblemAndChangesNothing() throws Exception {
        List<GoodRequest> table = new GoodRequests(api, world).all();
        assertThat(InputComplaints.missing(description, table)).isEmpty();
        Map<String, String> forged = forged();
        List<String> complaints = new ArrayList<>();
        tables.awaitQuiet();

        Map<BadInput, Integer> tried = new EnumMap<>(BadInput.class);
        List<String> forgeries = List.copyOf(forged.keySet());
        BadRequests.Turns turns = new BadRequests.Turns(Boolean.getBoolean("testkit.long"));
        TableRows before = tables.read();
        for (GoodRequest good : table) {
            for (Case bad : BadRequests.of(description, good, forgeries, turns)) {
                @Nullable String token =
                        switch (bad.as()) {
                            case As.Proper _ -> proper(good.who());
                            case As.Nobody _ -> null;
                            case As.Other other -> proper(other.who());
                            case As.Forger forger -> forged.get(forger.name());
                        };
                Answer answer = send(node.url(), bad.call(), token);
                InputComplaints.complaint(good.answers(bad.kind()), answer)
                        .or(() ->
                                bad.kind() == BadInput.METHOD // another operation, or none
                                        ? Optional.empty()
                                        : InputComplaints.undescribed(
                                                description, good.endpoint(), answer))
                        .ifPresent(what -> complaints.add(bad + ": " + what));
                tried.merge(bad.kind(), 1, Integer::sum);
            }
            TableRows after = tables.read();
            List<String> changed = new ArrayList<>(after.changedSince(before));
            before = after;
            changed.removeAll(MAY_WRITE.getOrDefault(good.endpoint(), Set.of()));
            if (!changed.isEmpty()) {
                complaints.add(good.endpoint() + " changed " + changed);
            }
        }
        tryToSignOut(forged, complaints);
        tried.merge(BadInput.FORGED_TOKEN, forged.size(), Integer::sum);
        System.out.printf(
                "%d bad requests to %d endpoints, %d complaints; %s%n",
                tried.values().stream().mapToInt(Integer::intValue).sum(),
                table.size(),
                complaints.size(),
                tried);
        assertThat(complaints).isEmpty();
        assertThat(tried).containsOnlyKeys(BadInput.values());
        assertThat(turns.untried()).isEmpty();
        assertThat(tables.read().changedSince(before)).isEmpty();
        assertThat(node.log()).doesNotContain(" ERROR ");

        assertAccepted(table);
        assertThat(UndeclaredProblems.count(node)).isZero();
    }

    /** Each request was good but for the one thing: as it is, it is accepted. */
    private static void assertAccepted(List<GoodRequest> table) throws Exception {
        for (GoodRequest good : table) {
            if (good.isStream()) {
                Map<String, String> headers = new LinkedHashMap<>(good.headerValues());
                @Nullable String token = proper(good.who());
                if (token != null) {
                    headers.put("Authorization", "Bearer " + token);
                }
                assertThat(api.opens(node.url() + good.call().address(), headers)).isEqualTo(200);
                continue;
            }
            Answer answer = send(node.url(), good.call(), proper(good.who()));
            if (good.refused() > 0) {
                assertThat(answer.status()).as(good.endpoint()).isEqualTo(good.refused());
                continue;
            }
            assertThat(answer.status())
                    .as(good.endpoint() + " " + answer.response().body())
                    .isBetween(200, 299);
            assertThat(description.mismatches(good.endpoint(), answer))
                    .as(good.endpoint() + " " + answer.response().body())
                    .isEmpty();
            if (good.who().isStaff() && !good.method().equals("GET")) {
                assertThat(audited(answer)).as(good.endpoint() + " is audited").isPositive();
            }
        }
    }

    private static int audited(Answer answer) throws Exception {
        String id = answer.response().headers().firstValue("X-Request-Id").orElseThrow();
        return tables.count(
                """
                select count(*) from (select trace_id from common.audit_entries
                                      union all select trace_id from common.audit) a
                where trace_id = '%s'
                """
                        .formatted(id));
    }

    /** The canary of the audit: what only reads leaves nothing there. */
    @Test
    void whatIsNotAuditedIsFound() throws Exception {
        Answer read =
                send(
                        node.url(),
                        new Call("GET", "/api/admin/events", Map.of(), null, null),
                        world.organiser);

        assertThat(read.status()).isEqualTo(200);
        assertThat(audited(read)).isZero();
    }

    /** Signing out is open to all; a token that is not believed ends nobody's session. */
    private static void tryToSignOut(Map<String, String> forged, List<String> complaints) {
        for (Map.Entry<String, String> token : forged.entrySet()) {
            Answer answer = api.post(node.url() + "/api/auth/logout", "{}", token.getValue());
            InputComplaints.complaint(BadInput.FORGED_TOKEN.answers(), answer)
                    .ifPresent(what -> complaints.add("logout " + token.getKey() + ": " + what));
        }
    }

    /** Well signed, so it is the provider's; but it is read with care all the same. */
    @Test
    void whatTheProviderSaysBadlyIsNotKept() throws Exception {
        String kept = "select count(*) from payment_service.webhooks";
        int before = tables.count(kept);
        for (String unreadable : List.of("{", "text", "{\"a\":1}}", "\"\u0001\"")) {
            assertThat(InputComplaints.complaint(Set.of(400), world.told(unreadable)))
                    .as(unreadable)
                    .isEmpty();
        }
        for (String odd :
                List.of(
                        "null",
                        "[]",
                        "1",
                        "{}",
                        "{\"type\":{},\"data\":[]}",
                        "{\"type\":1,\"data\":{\"paymentId\":1}}",
                        "{\"type\":\"t\",\"data\":{\"paymentId\":\"a\\u0000b\"}}",
                        "{\"type\":\"t\\u0000\",\"data\":{\"paymentId\":\"a\\u0007b\"}}",
                        "{\"type\":\"t\",\"data\":{\"paymentId\":\"%s\"}}"
                                .formatted("x".repeat(201)))) {
            assertThat(world.told(odd).status()).as(odd).isEqualTo(200);
        }
        assertThat(tables.count(kept)).isEqualTo(before);

        String oddType = "{\"type\":\"t\\u0000\",\"data\":{\"paymentId\":\"nobody-s\"}}";
        assertThat(world.told(oddType).status()).isEqualTo(200);
        assertThat(tables.count(kept)).isEqualTo(before + 1);
    }

    /** What one context takes, the others have room for. */
    @Test
    void theLongestTextsArriveEverywhere() throws Exception {
        Answer reservation = world.theLongest();

        assertThat(reservation.text("title")).hasSize(300);
        assertThat(reservation.text("posterUrl")).hasSize(1_000);
        assertThat(tables.count("select count(*) from common.dlq_events")).isZero();
    }

    @Test
    void theDescriptionHasEveryHandlerAndEveryHotRead() {
        Set<String> handlers = new TreeSet<>(ProductHandlers.all());
        handlers.removeIf(handler -> !handler.matches("[A-Z]+ /(api|\\.well-known)/.*"));

        assertThat(description.endpoints()).containsAll(handlers);
        assertThat(handlers).containsAll(InputComplaints.notHot(description));
        assertThat(
                        description
                                .operation("GET /api/reservations/seats/{scheduleId}")
                                .path("x-hot-read")
                                .asBoolean(false))
                .as("the front answers this one from memory")
                .isTrue();
    }

    // ---- canaries: each of the checks can fail

    /** A server that answers as ours must not. */
    @ParameterizedTest
    @CsvSource({
        "500, application/problem+json, good, may be answered with",
        "200, application/json, good, may be answered with",
        "302, application/problem+json, good, may be answered with",
        "400, application/json, good, is not application/problem+json",
        "400, application/problem+json, 'not JSON', is no JSON",
        "400, application/problem+json, '{\"status\":400}', has no type",
        "400, application/problem+json, other-status, says status 404",
        "400, application/problem+json, stack-trace, tells what we are made of",
    })
    void aWrongAnswerIsFound(int status, String type, String body, String complaint)
            throws Exception {
        String problem =
                """
                {"type":"urn:onsale:problem:platform.invalid","title":"t","status":%d,
                 "detail":"%s","code":"platform.invalid","traceId":"the-id"}
                """;
        String sent =
                switch (body) {
                    case "good" -> problem.formatted(status, "d");
                    case "other-status" -> problem.formatted(404, "d");
                    case "stack-trace" -> problem.formatted(status, "java.lang.Exception");
                    default -> body;
                };
        HttpServer weak = WeakServer.answering(status, type, sent);
        try {
            Call call = new Call("GET", "/", Map.of(), null, null);
            String url = "http://127.0.0.1:" + weak.getAddress().getPort();

            assertThat(
                            InputComplaints.complaint(
                                            BadInput.WRONG_TYPE.answers(), send(url, call, null))
                                    .orElse("nothing"))
                    .contains(complaint);
        } finally {
            weak.stop(0);
        }
    }

    @Test
    void aChangedRowIsFound() throws Exception {
        try (Connection admin = stores.admin();
                var statement = admin.createStatement()) {
            statement.execute("create schema canary");
            statement.execute("create table canary.seats as select 1 as id, 'free' as state");
            TableRows before = TableRows.read(admin);
            statement.execute("update canary.seats set state = 'sold'");

            assertThat(TableRows.read(admin).changedSince(before)).contains("canary.seats");

            statement.execute("drop schema canary cascade");
        }
    }

    @Test
    void anEndpointWithoutARowIsFound() {
        ApiDescription planted =
                new ApiDescription(
                        JSON.readTree(
                                """
                                {"paths":{"/api/forgotten/{id}":{"post":{
                                  "parameters":[{"name":"id","in":"path","schema":{"type":"string"}}],
                                  "requestBody":{"content":{"application/json":{"schema":{
                                     "properties":{"count":{"type":"integer"}}}}}}}}}}
                                """));

        assertThat(InputComplaints.missing(planted, List.of()))
                .containsExactly(
                        "Add a good request for POST /api/forgotten/{id} to the table in"
                                + " GoodRequests.");
        GoodRequest half =
                GoodRequest.of(GoodRequest.Who.FAN, "POST /api/forgotten/{id}").body("{}");
        assertThat(InputComplaints.missing(planted, List.of(half)))
                .containsExactly(
                        "Give POST /api/forgotten/{id} in GoodRequests a good value for: parameter"
                                + " id, field count.");
    }

    @Test
    void anAnswerThatIsNotAsDescribedIsFound() throws Exception {
        ApiDescription planted =
                new ApiDescription(
                        JSON.readTree(
                                """
                                {"paths":{"/":{"get":{"x-problem-codes":["platform.invalid"],
                                  "responses":{"200":{"content":{"application/json":{"schema":{
                                    "type":"object","required":["id","count"],"properties":{
                                      "id":{"type":"string"},
                                      "count":{"type":"integer"},
                                      "state":{"type":"string","enum":["OPEN"]},
                                      "note":{"type":["string","null"]}}}}}}}}}}}
                                """));

        assertThat(
                        mismatches(
                                planted,
                                "{\"id\":\"a\",\"count\":1,\"state\":\"OPEN\",\"note\":null}"))
                .isEmpty();
        assertThat(mismatches(planted, "{\"id\":null,\"state\":\"SHUT\",\"more\":1}"))
                .containsExactly(
                        "answer lacks count",
                        "answer.id is null",
                        "answer.state has a value of its own: \"SHUT\"",
                        "answer has more");
        assertThat(mismatches(planted, "[]")).singleElement().asString().contains("answer is []");
        assertThat(
                        InputComplaints.undescribed(
                                planted, "GET /", answered("{\"code\":\"platform.invalid\"}")))
                .isEmpty();
        assertThat(
                        InputComplaints.undescribed(
                                planted, "GET /", answered("{\"code\":\"queue.full\"}")))
                .contains("queue.full is not in the description");
    }

    private static List<String> mismatches(ApiDescription described, String json) throws Exception {
        return described.mismatches("GET /", answered(json));
    }

    private static Answer answered(String json) throws Exception {
        HttpServer server = WeakServer.answering(200, "application/json", json);
        try {
            Call call = new Call("GET", "/", Map.of(), null, null);
            return send("http://127.0.0.1:" + server.getAddress().getPort(), call, null);
        } finally {
            server.stop(0);
        }
    }

    // ---- the node

    private static Map<String, String> forged() throws Exception {
        JsonNode keys = api.get(node.url() + "/.well-known/jwks.json", null).body();
        Map<String, String> forged = new LinkedHashMap<>(new Forgeries(world.admin, keys).all());
        RealTokens real = new RealTokens(stores.database(UserModule.SCHEMA), stores.secret());
        forged.put("expired", real.issuedBefore(Duration.ofHours(2), world.fanId));
        forged.put("signed out", world.signedOut());
        // the canary of the expired one: by the same key, but not over yet
        String young = real.issuedBefore(Duration.ofMinutes(1), world.fanId);
        assertThat(api.get(node.url() + "/api/users/me", young).status()).isEqualTo(200);
        return forged;
    }

    private static @Nullable String proper(GoodRequest.Who who) {
        return switch (who) {
            case ANYBODY -> null;
            case FAN -> world.fan;
            case LEAVER -> world.leaver;
            case ORGANISER -> world.organiser;
            case OPERATOR -> world.operator;
            case ADMIN -> world.admin;
        };
    }

    private static Answer send(String url, Call call, @Nullable String token) {
        List<String> headers = new ArrayList<>();
        call.headers().forEach((name, value) -> headers.addAll(List.of(name, value)));
        return api.send(
                call.method(),
                url + call.address(),
                token,
                call.body(),
                call.contentType(),
                headers.toArray(String[]::new));
    }
}
