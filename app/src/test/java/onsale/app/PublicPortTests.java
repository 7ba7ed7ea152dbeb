package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A whole process seen from outside: one public port, and only what belongs there. */
class PublicPortTests {

    @RegisterExtension static final Stores stores = Stores.shared();

    @Test
    void onlyWhatIsPublicIsOnThePublicPort() throws Exception {
        Node node = SharedNode.get().node;
        try (HttpClient browser = HttpClient.newHttpClient()) {
            HttpResponse<String> page = get(browser, node, "/events/1", "text/html");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).startsWithIgnoringCase("<!doctype html>").contains("Onsale");
            assertThat(page.headers().firstValue("content-security-policy").orElse(""))
                    .contains("script-src 'self'", "connect-src 'self'")
                    .doesNotContain("unsafe");

            HttpResponse<String> unknown = get(browser, node, "/api/no-such-thing", "*/*");
            assertThat(unknown.statusCode()).isEqualTo(404);
            assertThat(unknown.headers().firstValue("content-type").orElseThrow())
                    .startsWith("application/problem+json");
            assertThat(unknown.headers().allValues("x-request-id")).hasSize(1);

            for (String inside : new String[] {"/actuator/health", "/internal/anything"}) {
                HttpResponse<String> refused = get(browser, node, inside, "*/*");
                assertThat(refused.statusCode()).as(inside).isEqualTo(404);
                assertThat(refused.body()).as(inside).contains("\"code\":\"edge.not_found\"");
            }
            assertThat(node.get(node.managementUrl() + "/actuator/prometheus").body())
                    .contains("onsale_front_connections", "onsale_front_requests_total");
        }
    }

    /** Unless an operator opens it, health is for this machine and says no more than needed. */
    @Test
    void healthIsForThisMachineAndTellsNoDetails() {
        Node node = SharedNode.get().node;

        HttpResponse<String> health = node.get(node.managementUrl() + "/actuator/health");
        HttpResponse<String> ready = node.get(node.managementUrl() + "/actuator/health/readiness");

        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body())
                .isEqualTo("{\"groups\":[\"liveness\",\"readiness\"],\"status\":\"UP\"}");
        assertThat(ready.body()).isEqualTo("{\"status\":\"UP\"}");
        String elsewhere = node.managementUrl().replace("localhost", "127.0.0.2");
        assertThatThrownBy(() -> node.get(elsewhere + "/actuator/health"))
                .hasCauseInstanceOf(ConnectException.class);
    }

    /** What the whole process counts by: the fan's address, as trusted proxies tell it. */
    @Test
    void limitsGoByTheFansOwnAddress() throws Exception {
        try (Node node =
                stores.startNode(
                        "--roles=ops",
                        "--set=onsale.limits.address-per-second=1",
                        "--set=onsale.front.trusted-proxies=127.0.0.9")) {
            untilRefused(node, "127.0.0.2", "1.1.1.1");
            assertThat(status(node, "127.0.0.3", "1.1.1.1")).isEqualTo(404);

            untilRefused(node, "127.0.0.9", "1.1.1.2");
            assertThat(status(node, "127.0.0.9", "1.1.1.3")).isEqualTo(404);
        }
    }

    private static void untilRefused(Node node, String from, String forwardedFor) throws Exception {
        for (int i = 0; i < 1_000; i++) {
            if (status(node, from, forwardedFor) == 429) {
                return;
            }
        }
        throw new AssertionError("never refused");
    }

    private static int status(Node node, String from, String forwardedFor) throws Exception {
        var local = InetAddress.ofLiteral(from);
        var at = URI.create(node.url().replace("localhost", "127.0.0.1") + "/api/nothing");
        try (HttpClient client = HttpClient.newBuilder().localAddress(local).build()) {
            return client.send(
                            HttpRequest.newBuilder(at)
                                    .header("X-Forwarded-For", forwardedFor)
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static HttpResponse<String> get(
            HttpClient client, Node node, String path, String accept)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(node.url() + path))
                        .header("Accept", accept)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
