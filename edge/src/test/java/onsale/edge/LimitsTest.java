package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import onsale.edge.token.Issuer;
import onsale.platform.redis.Redis;
import onsale.testkit.OwnRedis;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Nobody calls more often than they may: on one node at once, on all together once synchronized.
 */
class LimitsTest {

    @RegisterExtension static final OwnRedis own = new OwnRedis();

    private static final Issuer issuer = new Issuer();
    private static Redis redis;
    private static EdgeServer server;
    private static EdgeServer second;

    @BeforeAll
    static void start() {
        redis = own.connect();
        Map<String, Object> settings =
                Map.of(
                        "onsale.auth.jwks-url", issuer.url(),
                        "onsale.limits.address-per-second", 50,
                        "onsale.limits.pay-per-minute", 5);
        server = EdgeServer.start(redis, settings);
        second = EdgeServer.start(own.connect(), settings);
    }

    @AfterAll
    static void stop() {
        server.close();
        second.close();
        issuer.close();
    }

    private static String anAddress() {
        UUID random = UUID.randomUUID();
        return "10.%d.%d.%d"
                .formatted(
                        random.getMostSignificantBits() & 255,
                        random.getLeastSignificantBits() & 255,
                        random.getMostSignificantBits() >> 8 & 255);
    }

    @Test
    void aUserPaysSoOftenAndIsThenToldWhenToComeBack() {
        String token = "Bearer " + issuer.token("USER");

        for (int left = 4; left >= 0; left--) {
            HttpResponse<String> answer = pay(server, token);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.headers().firstValue("RateLimit-Limit")).contains("5");
            assertThat(answer.headers().firstValue("RateLimit-Remaining")).contains("" + left);
        }
        HttpResponse<String> refused = pay(server, token);

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("\"code\":\"platform.too_many\"");
        assertThat(refused.headers().firstValue("RateLimit-Remaining")).contains("0");
        assertThat(seconds(refused, "Retry-After")).isBetween(1L, 120L);
        assertThat(pay(server, "Bearer " + issuer.token("USER")).statusCode())
                .as("another user")
                .isEqualTo(200);
        assertThat(server.post("/api/reservations/hold", "Authorization", token).statusCode())
                .as("another kind of call")
                .isEqualTo(200);
    }

    @Test
    void allNodesCountTogether() {
        UUID user = UUID.randomUUID();
        String token = "Bearer " + issuer.token(user, "USER");
        for (int i = 0; i < 4; i++) {
            assertThat(pay(server, token).statusCode()).isEqualTo(200);
        }
        synchronizedTo("rate:{user:" + user + ":pay}", 4);
        assertThat(pay(second, token).statusCode()).isEqualTo(200);
        synchronizedTo("rate:{user:" + user + ":pay}", 5);

        List<Integer> answers = new ArrayList<>();
        Wait.until(
                "the second node has heard",
                Duration.ofSeconds(20),
                () -> {
                    answers.add(pay(second, token).statusCode());
                    return answers.getLast() == 429;
                });
        assertThat(answers).as("alone it would let four more pass").hasSizeLessThan(5);
    }

    private static void synchronizedTo(String key, int calls) {
        Wait.until(
                calls + " calls of " + key,
                Duration.ofSeconds(20),
                () -> {
                    Map<String, String> window = redis.sync().hgetall(key);
                    return Integer.parseInt(window.get("c")) + Integer.parseInt(window.get("p"))
                            == calls;
                });
    }

    @Test
    void whoSignsInIsCountedByAddress() {
        String address = anAddress();
        for (int i = 0; i < 10; i++) {
            assertThat(login(address).statusCode()).isEqualTo(200);
        }

        assertThat(login(address).statusCode()).isEqualTo(429);
        assertThat(login(anAddress()).statusCode()).isEqualTo(200);
    }

    @Test
    void guessingTokensIsCountedToo() throws Exception {
        String address = anAddress();

        List<Integer> answers =
                together(
                        200,
                        () ->
                                server.get(
                                                "/api/users/me",
                                                "X-Forwarded-For",
                                                address,
                                                "Authorization",
                                                "Bearer a.b.c")
                                        .statusCode());

        assertThat(answers).containsOnly(401, 429).contains(429);
    }

    /** The documented tolerance: limit × (1 + span / window), see SlidingWindow. */
    @Test
    void twoHundredAtOnceDoNotSlipThrough() throws Exception {
        String token = "Bearer " + issuer.token("USER");

        long start = System.nanoTime();
        List<Integer> paid = together(200, () -> pay(server, token).statusCode());
        double minutes = (System.nanoTime() - start) / 60e9;

        assertThat(paid).containsOnly(200, 429);
        assertThat(paid.stream().filter(status -> status == 200).count())
                .isBetween(5L, (long) Math.floor(5 * (1 + minutes)));

        String address = anAddress();
        start = System.nanoTime();
        List<Integer> looked =
                together(
                        200,
                        () -> server.get("/api/events", "X-Forwarded-For", address).statusCode());
        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(looked.stream().filter(status -> status == 200).count())
                .isBetween(50L, (long) Math.floor(50 * (1 + seconds)));
    }

    @Test
    void theWindowSlidesOn() throws Exception {
        String address = anAddress();
        Supplier<Integer> look =
                () -> server.get("/api/events", "X-Forwarded-For", address).statusCode();
        assertThat(together(200, look)).contains(429);

        Wait.until("allowed again", Duration.ofSeconds(20), () -> look.get() == 200);
    }

    @Test
    void countersAreFewAndVanish() {
        String address = anAddress();
        for (int i = 0; i < 5; i++) {
            login(address);
        }

        String key = "rate:{ip:" + address + ":login}";
        synchronizedTo(key, 5);
        assertThat(redis.sync().hlen(key)).isEqualTo(3);
        assertThat(redis.sync().pttl(key)).isBetween(1L, 120_000L);
        assertThat(redis.sync().exists("rate:{ip:" + address + "}"))
                .as("less than an eighth of the limit is nobody's business")
                .isZero();
    }

    /** All of 127.0.0.0/8 is this machine, but only one address of it is a trusted proxy. */
    @Test
    void anUntrustedPeerCannotLieAboutItsAddress() {
        var peer = InetAddress.ofLiteral("127.0.0.2");

        try (HttpClient elsewhere = HttpClient.newBuilder().localAddress(peer).build()) {
            for (int calls = 1; calls <= 11; calls++) {
                var request =
                        server.request("/api/auth/login")
                                .POST(BodyPublishers.noBody())
                                .header("X-Forwarded-For", anAddress());
                assertThat(
                                EdgeServer.send(elsewhere, request, BodyHandlers.ofString())
                                        .statusCode())
                        .as("call %d, each by another address if it is believed", calls)
                        .isEqualTo(calls <= 10 ? 200 : 429);
            }
        }
    }

    @Test
    void withoutRedisTheNodeGoesOnAlone() throws Exception {
        String token = "Bearer " + issuer.token("USER");
        for (int i = 0; i < 3; i++) {
            assertThat(pay(server, token).statusCode()).isEqualTo(200);
        }

        own.server().kill();
        try {
            List<Integer> answers = together(100, () -> pay(server, token).statusCode());

            assertThat(answers).containsOnly(200, 429);
            assertThat(answers.stream().filter(status -> status == 200).count())
                    .as("it kept count before")
                    .isEqualTo(2);
        } finally {
            own.server().start();
        }
        UUID other = UUID.randomUUID();
        String otherToken = "Bearer " + issuer.token(other, "USER");
        Wait.until(
                "synchronized again",
                Duration.ofSeconds(20),
                () -> {
                    pay(server, otherToken);
                    return redis.sync().exists("rate:{user:" + other + ":pay}") == 1;
                });
    }

    @Test
    void aSilentRedisIsNotWaitedFor() {
        String token = "Bearer " + issuer.token("USER");
        own.server().pause();
        try {
            long start = System.nanoTime();
            for (int i = 0; i < 5; i++) {
                assertThat(pay(server, token).statusCode()).isEqualTo(200);
            }
            assertThat(pay(server, token).statusCode()).isEqualTo(429);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("six times 2 s is 12 s")
                    .isLessThan(Duration.ofSeconds(10));
        } finally {
            own.server().resume();
        }
    }

    private static HttpResponse<String> pay(EdgeServer at, String token) {
        return at.post("/api/payments", "Authorization", token, "X-Forwarded-For", anAddress());
    }

    private static HttpResponse<String> login(String address) {
        return server.post("/api/auth/login", "X-Forwarded-For", address);
    }

    private static long seconds(HttpResponse<String> answer, String header) {
        return Long.parseLong(answer.headers().firstValue(header).orElseThrow());
    }

    private static List<Integer> together(int calls, Supplier<Integer> call) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        List<Future<Integer>> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < calls; i++) {
                answers.add(
                        threads.submit(() -> {
                            go.await();
                            return call.get();
                        }));
            }
            go.countDown();
        }
        List<Integer> statuses = new ArrayList<>();
        for (Future<Integer> answer : answers) {
            statuses.add(answer.get());
        }
        return statuses;
    }
}
