package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Everything behind the front sees the fan's own address. */
class FanAddressTest {

    private static final String PROXY = "127.0.0.9";

    private static final EdgeServer server =
            EdgeServer.start(
                    null,
                    Map.of(
                            "onsale.front.trusted-proxies",
                            PROXY,
                            "onsale.limits.address-per-second",
                            3));

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void thePeerUnlessItIsATrustedProxy() {
        assertThat(get("127.0.0.2").body()).isEqualTo("127.0.0.2");
        assertThat(get("127.0.0.1", "X-Forwarded-For", "6.6.6.6").body()).isEqualTo("127.0.0.1");
        assertThat(get("127.0.0.2", "X-Real-IP", "6.6.6.6", "Forwarded", "for=6.6.6.6").body())
                .isEqualTo("127.0.0.2");
        assertThat(get(PROXY, "X-Forwarded-For", "1.2.3.4").body()).isEqualTo("1.2.3.4");
        assertThat(get(PROXY, "X-Forwarded-For", "6.6.6.6, 10.1.2.3").body())
                .as("an address in a private network is a fan's too")
                .isEqualTo("10.1.2.3");
        assertThat(get(PROXY, "X-Forwarded-For", "2a00:1:2:3::4").body())
                .matches("\\[?2a00:1:2:3:(0:0:0:|:)4]?");
    }

    @Test
    void limitsCountTheSameAddress() {
        untilRefused("127.0.0.3", "X-Forwarded-For", "6.6.6.1");
        assertThat(get("127.0.0.4").statusCode()).isEqualTo(200);

        untilRefused(PROXY, "X-Forwarded-For", "1.2.3.5");
        assertThat(get(PROXY, "X-Forwarded-For", "1.2.3.6").statusCode()).isEqualTo(200);
    }

    private static void untilRefused(String from, String... headers) {
        for (int i = 0; i < 1_000; i++) {
            if (get(from, headers).statusCode() == 429) {
                return;
            }
        }
        throw new AssertionError("never refused");
    }

    private static HttpResponse<String> get(String from, String... headers) {
        var local = InetAddress.ofLiteral(from);
        var request =
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/api/events/address"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient http = HttpClient.newBuilder().localAddress(local).build()) {
            return EdgeServer.send(http, request, BodyHandlers.ofString());
        }
    }
}
