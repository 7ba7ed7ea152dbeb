package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators who ask for it see every request. */
class AccessLogTest {

    @Test
    void aLineForEachRequestButNotItsQuery(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("access.log");
        try (Fronts.Open front = Fronts.open(Map.of("access-log", file.toString()));
                HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    http.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://127.0.0.1:%d/api/hot?secret=1"
                                                            .formatted(front.port())))
                                    .header("X-Request-Id", "request-0001")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);

            Wait.until("a line", Duration.ofSeconds(20), () -> Files.size(file) > 0);

            assertThat(Files.readString(file))
                    .startsWith("127.0.0.1 - [")
                    .contains("\"GET /api/hot\" 200 ")
                    .endsWith("request-0001\n")
                    .doesNotContain("secret");
        }
    }
}
