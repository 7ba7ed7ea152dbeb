package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
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
import onsale.testkit.Wait;
import onsale.user.RealTokens;
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
                    // every failed sign-in is remembered
                    "POST /api/auth/login", Set.of("user_service.login_history"));

    @RegisterExtension static final Stores stores = Stores.shared();

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
                                "--set=onsale.rehearsal.enabled=true",
                                "--set=onsale.portone.webhook-secrets=whsec_"
                                        + Base64.getEncoder().encodeToString(Api.WEBHOOK_KEY)));
        description = new ApiDescription(api.get(node.url() + "/v3/api-docs", null).body());
        world = new TestSale(api, node.url(), stores);
    }

    @Test
    void badInputGetsAClearProblemAndChangesNothing() throws Exception {
        List<GoodRequest> table = new GoodRequests(api, world).all();
        assertThat(missing(description, table)).isEmpty();
        Map<String, String> forged = forged();
        List<String> complaints = new ArrayList<>();
        awaitQuiet();

        Map<BadInput, Integer> tried = new EnumMap<>(BadInput.class);
        List<String> forgeries = List.copyOf(forged.keySet());
        BadRequests.Turns turns = new BadRequests.Turns(Boolean.getBoolean("testkit.long"));
        TableRows before = rows();
        for (GoodRequest good : table) {
            for (Case bad : BadRequests.of(description, good, forgeries, turns)) {
                @Nullable String token =
                        switch (bad.as()) {
                            case As.Proper _ -> proper(good);
                            case As.Nobody _ -> null;
                            case As.Fan _ -> world.fan;
                            case As.Forger forger -> forged.get(forger.name());
                        };
                complaint(good.answers(bad.kind()), send(node.url(), bad.call(), token))
                        .ifPresent(what -> complaints.add(bad + ": " + what));
                tried.merge(bad.kind(), 1, Integer::sum);
            }
            TableRows after = rows();
            List<String> changed = new ArrayList<>(after.changedSince(before));
            before = after;
            changed.removeAll(MAY_WRITE.getOrDefault(good.endpoint(), Set.of()));
            if (!changed.isEmpty()) {
                complaints.add(good.endpoint() + " changed " + changed);
            }
        }
        for (Map.Entry<String, String> token : forged.entrySet()) {
            // signing out is open to all: a token that is not believed ends nobody's session
            Answer answer = api.post(node.url() + "/api/auth/logout", "{}", token.getValue());
            complaint(BadInput.FORGED_TOKEN.answers(), answer)
                    .ifPresent(what -> complaints.add("logout " + token.getKey() + ": " + what));
            tried.merge(BadInput.FORGED_TOKEN, 1, Integer::sum);
        }
        System.out.printf(
                "%d bad requests to %d endpoints, %d complaints; %s%n",
                tried.values().stream().mapToInt(Integer::intValue).sum(),
                table.size(),
                complaints.size(),
                tried);
        assertThat(complaints).isEmpty();
        assertThat(tried).containsOnlyKeys(BadInput.values());
        assertThat(turns.untried()).isEmpty();
        assertThat(rows().changedSince(before)).isEmpty();
        assertThat(node.log()).doesNotContain(" ERROR ");

        // Each was good but for the one thing: as it is, it is accepted.
        for (GoodRequest good : table) {
            if (good.isStream()) {
                assertThat(api.opens(node.url() + good.call().address())).isEqualTo(200);
                continue;
            }
            Answer answer = send(node.url(), good.call(), proper(good));
            assertThat(answer.status())
                    .as(good.endpoint() + " " + answer.response().body())
                    .isBetween(200, 299);
        }
    }

    /** Well signed, so it is the provider's; but it is read with care all the same. */
    @Test
    void whatTheProviderSaysBadlyIsNotKept() throws Exception {
        String kept = "select count(*) from payment_service.webhooks";
        int before = count(kept);
        for (String unreadable : List.of("{", "text", "{\"a\":1}}", "\"\u0001\"")) {
            assertThat(complaint(Set.of(400), world.told(unreadable))).as(unreadable).isEmpty();
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
        assertThat(count(kept)).isEqualTo(before);

        String oddType = "{\"type\":\"t\\u0000\",\"data\":{\"paymentId\":\"nobody-s\"}}";
        assertThat(world.told(oddType).status()).isEqualTo(200);
        assertThat(count(kept)).isEqualTo(before + 1);
    }

    /** What one context takes, the others have room for. */
    @Test
    void theLongestTextsArriveEverywhere() throws Exception {
        Answer reservation = world.theLongest();

        assertThat(reservation.text("title")).hasSize(300);
        assertThat(reservation.text("posterUrl")).hasSize(1_000);
        assertThat(count("select count(*) from common.dlq_events")).isZero();
    }

    @Test
    void theDescriptionHasEveryHandlerAndEveryHotRead() {
        Set<String> handlers = new TreeSet<>(ProductHandlers.all());
        handlers.removeIf(handler -> !handler.matches("[A-Z]+ /(api|\\.well-known)/.*"));

        assertThat(description.endpoints()).containsAll(handlers);
        assertThat(handlers).containsAll(notHot(description));
        assertThat(
                        description
                                .operation("GET /api/reservations/seats/{scheduleId}")
                                .path("x-hot-read")
                                .asBoolean(false))
                .as("the door answers this one from memory")
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
        HttpServer weak =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        weak.createContext(
                "/",
                exchange -> {
                    byte[] bytes = sent.getBytes(StandardCharsets.UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", type);
                    exchange.getResponseHeaders().set("X-Request-Id", "the-id");
                    exchange.sendResponseHeaders(status, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        weak.start();
        try {
            Call call = new Call("GET", "/", Map.of(), null, null);
            String url = "http://127.0.0.1:" + weak.getAddress().getPort();

            assertThat(
                            complaint(BadInput.WRONG_TYPE.answers(), send(url, call, null))
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

        assertThat(missing(planted, List.of()))
                .containsExactly(
                        "Add a good request for POST /api/forgotten/{id} to the table in"
                                + " GoodRequests.");
        GoodRequest half =
                GoodRequest.of(GoodRequest.Who.FAN, "POST /api/forgotten/{id}").body("{}");
        assertThat(missing(planted, List.of(half)))
                .containsExactly(
                        "Give POST /api/forgotten/{id} in GoodRequests a good value for: parameter"
                                + " id, field count.");
    }

    // ---- how answers are judged

    /** What is wrong with the answer to bad input; empty if it is as it should be. */
    private static Optional<String> complaint(Set<Integer> right, Answer answer) {
        String body = answer.response().body();
        String shown = answer.status() + " " + body.substring(0, Math.min(300, body.length()));
        if (!right.contains(answer.status())) {
            return Optional.of("may be answered with %s, not %s".formatted(right, shown));
        }
        String type = answer.response().headers().firstValue("content-type").orElse("none");
        if (!type.equals("application/problem+json")) {
            return Optional.of(type + " is not application/problem+json");
        }
        JsonNode problem = answer.body();
        if (!problem.isObject()) {
            return Optional.of("is no JSON: " + shown);
        }
        for (String field : List.of("type", "title", "detail", "code", "traceId")) {
            if (answer.text(field).isBlank()) {
                return Optional.of("has no " + field + ": " + shown);
            }
        }
        if (problem.path("status").asInt(0) != answer.status()) {
            return Optional.of("says status " + problem.path("status") + ": " + shown);
        }
        if (!answer.text("code").matches("[a-z]+\\.[a-z0-9_]+")
                || !answer.text("type").equals("urn:onsale:problem:" + answer.text("code"))) {
            return Optional.of("has an odd code: " + shown);
        }
        if (!answer.response()
                .headers()
                .firstValue("x-request-id")
                .orElse("")
                .equals(answer.text("traceId"))) {
            return Optional.of("has another traceId than X-Request-Id: " + shown);
        }
        if (body.matches("(?s).*(Exception|java\\.|org\\.spring|tools\\.jackson|PSQL).*")) {
            return Optional.of("tells what we are made of: " + shown);
        }
        return Optional.empty();
    }

    /** Sentences that say what the table lacks. */
    private static List<String> missing(ApiDescription described, List<GoodRequest> table) {
        Map<String, GoodRequest> rows = new HashMap<>();
        table.forEach(good -> rows.put(good.endpoint(), good));
        List<String> missing = new ArrayList<>();
        for (String endpoint : described.endpoints()) {
            @Nullable GoodRequest good = rows.remove(endpoint);
            if (good == null) {
                missing.add(
                        "Add a good request for %s to the table in GoodRequests."
                                .formatted(endpoint));
                continue;
            }
            List<String> untried = described.untried(good);
            if (!untried.isEmpty()) {
                missing.add(
                        "Give %s in GoodRequests a good value for: %s."
                                .formatted(endpoint, String.join(", ", untried)));
            }
        }
        rows.keySet()
                .forEach(endpoint ->
                        missing.add(
                                "The node does not describe %s: take it from the table in GoodRequests."
                                        .formatted(endpoint)));
        return missing;
    }

    private static List<String> notHot(ApiDescription described) {
        return described.endpoints().stream()
                .filter(endpoint ->
                        !described.operation(endpoint).path("x-hot-read").asBoolean(false))
                .toList();
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

    private static @Nullable String proper(GoodRequest good) {
        return switch (good.who()) {
            case ANYBODY -> null;
            case FAN -> world.fan;
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

    private static TableRows rows() throws Exception {
        try (Connection admin = stores.admin()) {
            return TableRows.read(admin);
        }
    }

    /** Messages of the preparations have arrived, and the clock has opened the sales. */
    private static void awaitQuiet() throws Exception {
        Quiet quiet = new Quiet(rows());
        Wait.until(
                "all messages have had their effect",
                Duration.ofSeconds(60),
                () ->
                        quiet.lasts(rows())
                                && count(
                                                """
                                                select (select count(*) from common.outbox_events
                                                        where not published)
                                                     + (select count(*) from event_service.event_schedules
                                                        where status = 'UPCOMING' and sale_start_at < now())
                                                """)
                                        == 0);
    }

    /** Whether nothing has changed for a while. */
    private static final class Quiet {
        private TableRows last;
        private Instant since = Instant.now();

        Quiet(TableRows first) {
            last = first;
        }

        boolean lasts(TableRows now) {
            if (!now.changedSince(last).isEmpty()) {
                last = now;
                since = Instant.now();
            }
            return since.plusSeconds(2).isBefore(Instant.now());
        }
    }

    private static int count(String sql) throws Exception {
        try (Connection admin = stores.admin();
                var statement = admin.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
