package onsale.edge.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nobody takes more of the door than they may, and nobody pays for what another took. */
class DoorLimitTest {

    private static final String PROXY = "127.0.0.9";
    private static final Map<String, String> BEHIND_A_PROXY = Map.of("trusted-proxies", PROXY);

    @Test
    void anAddressAsksSoOftenAndIsThenToldWhenToComeBack() throws Exception {
        try (Doors.Open door = limited(Map.of());
                RawClient fan = new RawClient("127.0.0.2", door.port());
                RawClient other = new RawClient("127.0.0.3", door.port())) {
            RawClient.Answer first = fan.get("/api/hot").answer();
            assertThat(first.status()).isEqualTo(200);
            assertThat(first.head())
                    .contains("RateLimit-Limit: 5\r\n", "RateLimit-Remaining: 4\r\n")
                    .containsPattern("RateLimit-Reset: 1\r\n");

            RawClient.Answer refused = askUntilRefused(fan, "/api/hot");

            assertThat(refused.head())
                    .contains("application/problem+json", "RateLimit-Remaining: 0\r\n")
                    .containsPattern("retry-after: [12]\r\n");
            assertThat(refused.body())
                    .contains("\"code\":\"platform.too_many\"", "\"status\":429", "traceId");
            assertThat(other.get("/api/hot").answer().status()).isEqualTo(200);
            assertThat(fan.get("/").answer().status()).as("files are counted apart").isEqualTo(200);
            assertThat(askUntilRefused(fan, "/").body()).contains("platform.too_many");
            askForAStreamUntilRefused("127.0.0.2", door.port());
        }
    }

    @Test
    void theCanaryWithoutALimitAllPass() throws Exception {
        try (Doors.Open door = Doors.open(1, Map.of(), Map.of("hot-address-per-second", "1000"));
                RawClient fan = new RawClient(door.port())) {
            for (int i = 0; i < 50; i++) {
                assertThat(fan.get("/api/hot").answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aCallerIsCountedWhereverTheyComeFrom() throws Exception {
        try (Doors.Open door =
                        Doors.open(
                                1,
                                Map.of(),
                                Map.of(
                                        "status-per-minute",
                                        "2",
                                        "hot-address-per-second",
                                        "1000"));
                RawClient phone = new RawClient("127.0.0.2", door.port());
                RawClient laptop = new RawClient("127.0.0.3", door.port())) {
            RawClient.Answer first = phone.get("/api/hot/mine?fan=a").answer();
            assertThat(first.head())
                    .as("the tighter limit speaks")
                    .contains("RateLimit-Limit: 2\r\n", "RateLimit-Remaining: 1\r\n");
            assertThat(laptop.get("/api/hot/mine?fan=a").answer().status()).isEqualTo(200);

            RawClient.Answer refused = phone.get("/api/hot/mine?fan=a").answer();

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("platform.too_many");
            assertThat(laptop.get("/api/hot/mine?fan=a").answer().status()).isEqualTo(429);
            assertThat(phone.get("/api/hot/mine?fan=b").answer().status()).isEqualTo(200);
            assertThat(phone.get("/api/hot").answer().status()).isEqualTo(200);
            for (int i = 0; i < 2; i++) {
                try (RawClient stream = new RawClient(door.port()).get("/api/stream?fan=a")) {
                    assertThat(stream.head()).as("a path of its own").contains("200 OK");
                }
            }
            assertThat(phone.get("/api/stream?fan=a").answer().status()).isEqualTo(429);
        }
    }

    @Test
    void behindATrustedProxyFansAreCountedOneByOne() throws Exception {
        try (Doors.Open door = limited(BEHIND_A_PROXY);
                RawClient proxy = new RawClient(PROXY, door.port())) {
            askUntilRefused(proxy, "/api/hot", "X-Forwarded-For: 1.2.3.4");

            assertThat(proxy.get("/api/hot", "X-Forwarded-For: 1.2.3.5").answer().status())
                    .isEqualTo(200);
            assertThat(statuses(proxy, "2a00:1:2:%d::1")).containsOnly(200);
            assertThat(statuses(proxy, "2a00:1:2:3::%d"))
                    .as("a network of IPv6 is one address")
                    .contains(429);
        }
    }

    @Test
    void whoIsNoProxyCannotChooseItsAddress() throws Exception {
        try (Doors.Open door = limited(BEHIND_A_PROXY);
                RawClient liar = new RawClient("127.0.0.2", door.port())) {
            assertThat(statuses(liar, "10.0.%d.1")).contains(429);
        }
    }

    @Test
    void theCanaryIfEverybodyWereTrustedALiarWouldNeverBeCounted() throws Exception {
        try (Doors.Open door = limited(Map.of("trusted-proxies", "0.0.0.0/0"));
                RawClient liar = new RawClient("127.0.0.2", door.port())) {
            assertThat(statuses(liar, "10.0.%d.1")).containsOnly(200);
        }
    }

    @Test
    void anAddressHasSoManyConnectionsButAProxyHasAsManyAsItNeeds() throws Exception {
        var settings = Map.of("connections-per-address-max", "2", "trusted-proxies", PROXY);
        try (Doors.Open door = Doors.open(1, settings);
                RawClient first = new RawClient("127.0.0.2", door.port());
                RawClient second = new RawClient("127.0.0.2", door.port())) {
            assertThat(first.get("/api/hot").answer().status()).isEqualTo(200);
            assertThat(second.get("/api/hot").answer().status()).isEqualTo(200);
            try (RawClient third = new RawClient("127.0.0.2", door.port());
                    RawClient other = new RawClient("127.0.0.3", door.port())) {
                assertThat(third.isClosedByDoor()).isTrue();
                assertThat(other.get("/api/hot").answer().status()).isEqualTo(200);
            }
            List<RawClient> proxied = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                proxied.add(new RawClient(PROXY, door.port()));
                assertThat(proxied.getLast().get("/api/hot").answer().status()).isEqualTo(200);
            }
            for (RawClient client : proxied) {
                client.close();
            }

            second.socket.close();
            door.awaitConnections(1);

            try (RawClient next = new RawClient("127.0.0.2", door.port())) {
                assertThat(next.get("/api/hot").answer().status()).isEqualTo(200);
            }
        }
    }

    private static Doors.Open limited(Map<String, String> settings) {
        return Doors.open(1, settings, Map.of("hot-address-per-second", "5"));
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
                if (client.get("/api/stream").head().contains("429 Too Many Requests")) {
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
