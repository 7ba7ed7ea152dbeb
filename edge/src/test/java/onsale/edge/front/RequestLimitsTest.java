package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nobody takes more of the front than they may, and nobody pays for what another took. */
class RequestLimitsTest {

    private static final String PROXY = "127.0.0.9";
    private static final Map<String, String> BEHIND_A_PROXY = Map.of("trusted-proxies", PROXY);

    @Test
    void anAddressAsksSoOftenAndIsThenToldWhenToComeBack() throws Exception {
        try (Fronts.Open front = limited(Map.of());
                RawClient fan = new RawClient("127.0.0.2", front.port());
                RawClient other = new RawClient("127.0.0.3", front.port())) {
            RawClient.Answer first = fan.get("/api/hot").answer();
            assertThat(first.status()).isEqualTo(200);
            assertThat(first.head())
                    .contains("ratelimit-limit: 5\r\n", "ratelimit-remaining: 4\r\n")
                    .containsPattern("ratelimit-reset: 1\r\n");

            RawClient.Answer refused = askUntilRefused(fan, "/api/hot");

            assertThat(refused.head())
                    .contains("application/problem+json", "ratelimit-remaining: 0\r\n")
                    .containsPattern("retry-after: [12]\r\n");
            assertThat(refused.body())
                    .contains("\"code\":\"platform.too_many\"", "\"status\":429", "traceId");
            assertThat(other.get("/api/hot").answer().status()).isEqualTo(200);
            assertThat(fan.get("/").answer().status()).as("files are counted apart").isEqualTo(200);
            assertThat(askUntilRefused(fan, "/").body()).contains("platform.too_many");
            askForAStreamUntilRefused("127.0.0.2", front.port());
        }
    }

    @Test
    void theCanaryWithoutALimitAllPass() throws Exception {
        try (Fronts.Open front =
                        Fronts.open(
                                new Behind(), Map.of(), Map.of("hot-address-per-second", "1000"));
                RawClient fan = new RawClient(front.port())) {
            for (int i = 0; i < 50; i++) {
                assertThat(fan.get("/api/hot").answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aCallerIsCountedWhereverTheyComeFrom() throws Exception {
        try (Fronts.Open front =
                        Fronts.open(
                                new Behind(),
                                Map.of(),
                                Map.of(
                                        "status-per-minute",
                                        "2",
                                        "hot-address-per-second",
                                        "1000"));
                RawClient phone = new RawClient("127.0.0.2", front.port());
                RawClient laptop = new RawClient("127.0.0.3", front.port())) {
            RawClient.Answer first = phone.get("/api/hot/mine?fan=a").answer();
            assertThat(first.head())
                    .as("the tighter limit speaks")
                    .contains("ratelimit-limit: 2\r\n", "ratelimit-remaining: 1\r\n");
            assertThat(laptop.get("/api/hot/mine?fan=a").answer().status()).isEqualTo(200);

            RawClient.Answer refused = phone.get("/api/hot/mine?fan=a").answer();

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("platform.too_many");
            assertThat(laptop.get("/api/hot/mine?fan=a").answer().status()).isEqualTo(429);
            assertThat(phone.get("/api/hot/mine?fan=b").answer().status()).isEqualTo(200);
            assertThat(phone.get("/api/hot").answer().status()).isEqualTo(200);
            for (int i = 0; i < 2; i++) {
                try (RawClient stream = new RawClient(front.port()).get("/stream?fan=a")) {
                    assertThat(stream.head()).as("a path of its own").contains("200 ok");
                }
            }
            assertThat(phone.get("/stream?fan=a").answer().status()).isEqualTo(429);
        }
    }

    /** Such as fans who are called: their polls take work, and are counted all the same. */
    @Test
    void aCallerWhoseAnswerTakesWorkIsCountedToo() throws Exception {
        try (Behind behind = new Behind();
                Fronts.Open front =
                        Fronts.open(behind, Map.of(), Map.of("status-per-minute", "3"));
                RawClient fan = new RawClient(front.port())) {
            for (int i = 0; i < 3; i++) {
                assertThat(fan.get("/api/events/mine?fan=a").answer().status()).isEqualTo(200);
            }
            assertThat(fan.get("/api/events/mine?fan=a").answer().status()).isEqualTo(429);
            assertThat(behind.seen).hasSize(3);
        }
    }

    /** A campus behind one address: who is known is not refused for the others. */
    @Test
    void aCrowdBehindOneAddressIsNotPunishedForBeingOne() throws Exception {
        try (Fronts.Open front =
                        Fronts.open(new Behind(), Map.of(), Map.of("hot-address-per-second", "5"));
                RawClient campus = new RawClient(front.port())) {
            for (int i = 0; i < 500; i++) {
                assertThat(campus.get("/api/hot/mine?fan=" + i).answer().status()).isEqualTo(200);
            }
            askUntilRefused(campus, "/api/hot");
            assertThat(campus.get("/api/hot/mine?fan=last").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void behindATrustedProxyFansAreCountedOneByOne() throws Exception {
        try (Fronts.Open front = limited(BEHIND_A_PROXY);
                RawClient proxy = new RawClient(PROXY, front.port())) {
            askUntilRefused(proxy, "/api/hot", "X-Forwarded-For: 1.2.3.4");

            assertThat(proxy.get("/api/hot", "X-Forwarded-For: 1.2.3.5").answer().status())
                    .isEqualTo(200);
            assertThat(statuses(proxy, "2a00:1:2:%d::1")).containsOnly(200);
            assertThat(statuses(proxy, "2a00:1:2:3::%d"))
                    .as("a network of IPv6 is one address")
                    .contains(429);
        }
    }

    /** One customer has 256 networks, another 65,536. */
    @Test
    void whenManyNeighboursFailToSignInTheLimitWidens() throws Exception {
        try (Fronts.Open front =
                        Fronts.open(
                                new Behind(),
                                BEHIND_A_PROXY,
                                Map.of("neighbours-fail-per-minute", "5"));
                RawClient proxy = new RawClient(PROXY, front.port())) {
            assertThat(signIns(proxy, "right", "2a00:1:2:1%02x::1", 30))
                    .as("who gets in costs the neighbours nothing")
                    .containsOnly(200);
            assertThat(signIns(proxy, "wrong", "2a00:1:2:1%02x::1", 8))
                    .as("of one /56, each from another /64")
                    .containsExactly(401, 401, 401, 401, 401, 429, 429, 429);
            assertThat(signIns(proxy, "right", "2a00:1:2:1ff::%d", 1)).containsOnly(429);
            assertThat(signIns(proxy, "right", "2a00:1:2:2ff::%d", 1))
                    .as("the next /56")
                    .containsOnly(200);

            assertThat(signIns(proxy, "wrong", "2a00:1:2:%02x00::1", 40))
                    .as("of one /48, each from another /56")
                    .contains(401, 429);
            assertThat(signIns(proxy, "right", "2a00:1:2:ff00::%d", 1)).containsOnly(429);
            assertThat(signIns(proxy, "right", "2a00:1:3:ff00::%d", 1))
                    .as("the next /48")
                    .containsOnly(200);
            assertThat(signIns(proxy, "wrong", "10.1.2.%d", 30))
                    .as("IPv4 has no such neighbours")
                    .containsOnly(401);
        }
    }

    @Test
    void theCanaryWithoutTheNeighboursEveryNetworkGuesses() throws Exception {
        try (Fronts.Open front =
                        Fronts.open(
                                new Behind(),
                                BEHIND_A_PROXY,
                                Map.of("neighbours-fail-per-minute", "1000000"));
                RawClient proxy = new RawClient(PROXY, front.port())) {
            assertThat(signIns(proxy, "wrong", "2a00:1:2:1%02x::1", 60)).containsOnly(401);
        }
    }

    private static List<Integer> signIns(
            RawClient proxy, String password, String addresses, int count) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            statuses.add(
                    proxy.send(
                                    "POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: "
                                            + addresses.formatted(i)
                                            + "\r\nContent-Type: application/json\r\nContent-Length: "
                                            + password.length()
                                            + "\r\n\r\n"
                                            + password)
                            .answer()
                            .status());
        }
        return statuses;
    }

    @Test
    void whoIsNoProxyCannotChooseItsAddress() throws Exception {
        try (Fronts.Open front = limited(BEHIND_A_PROXY);
                RawClient liar = new RawClient("127.0.0.2", front.port())) {
            assertThat(statuses(liar, "10.0.%d.1")).contains(429);
        }
    }

    @Test
    void theCanaryIfEverybodyWereTrustedALiarWouldNeverBeCounted() throws Exception {
        try (Fronts.Open front = limited(Map.of("trusted-proxies", "0.0.0.0/0"));
                RawClient liar = new RawClient("127.0.0.2", front.port())) {
            assertThat(statuses(liar, "10.0.%d.1")).containsOnly(200);
        }
    }

    @Test
    void anAddressHasSoManyConnectionsButAProxyHasAsManyAsItNeeds() throws Exception {
        var settings = Map.of("connections-per-address-max", "2", "trusted-proxies", PROXY);
        try (Fronts.Open front = Fronts.open(settings);
                RawClient first = new RawClient("127.0.0.2", front.port());
                RawClient second = new RawClient("127.0.0.2", front.port())) {
            assertThat(first.get("/api/hot").answer().status()).isEqualTo(200);
            assertThat(second.get("/api/hot").answer().status()).isEqualTo(200);
            try (RawClient third = new RawClient("127.0.0.2", front.port());
                    RawClient other = new RawClient("127.0.0.3", front.port())) {
                assertThat(third.isClosedByServer()).isTrue();
                assertThat(other.get("/api/hot").answer().status()).isEqualTo(200);
            }
            List<RawClient> proxied = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                proxied.add(new RawClient(PROXY, front.port()));
                assertThat(proxied.getLast().get("/api/hot").answer().status()).isEqualTo(200);
            }
            for (RawClient client : proxied) {
                client.close();
            }

            second.socket.close();
            front.awaitConnections(1);

            try (RawClient next = new RawClient("127.0.0.2", front.port())) {
                assertThat(next.get("/api/hot").answer().status()).isEqualTo(200);
            }
        }
    }

    private static Fronts.Open limited(Map<String, String> settings) {
        return Fronts.open(new Behind(), settings, Map.of("hot-address-per-second", "5"));
    }

    /** Slower than the limit nobody is refused, however busy the machine; so keep asking. */
    private static RawClient.Answer askUntilRefused(
            RawClient client, String path, String... headers) {
        for (int i = 0; i < 10_000; i++) {
            RawClient.Answer answer = client.get(path, headers).answer();
            if (answer.status() != 200) {
                assertThat(answer.status()).isEqualTo(429);
                return answer;
            }
        }
        throw new AssertionError("never refused");
    }

    private static void askForAStreamUntilRefused(String from, int port) throws Exception {
        for (int i = 0; i < 10_000; i++) {
            try (RawClient client = new RawClient(from, port)) {
                if (client.get("/stream").head().contains("429 too many requests")) {
                    return;
                }
            }
        }
        throw new AssertionError("never refused");
    }

    /** Of many calls, each for another address. */
    private static List<Integer> statuses(RawClient client, String address) {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            client.get("/api/hot", "X-Forwarded-For: " + address.formatted(i));
            statuses.add(client.answer().status());
        }
        return statuses;
    }
}
