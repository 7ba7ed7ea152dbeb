package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON events of a stream in the background, as a page does. */
final class StreamReader implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int WITHIN_SECONDS = 15;

    private final HttpClient browser = HttpClient.newHttpClient();
    private final LinkedBlockingQueue<String> data = new LinkedBlockingQueue<>();
    private final HttpResponse<InputStream> response;

    StreamReader(String url, String token) throws IOException, InterruptedException {
        response =
                browser.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).hasValue("text/event-stream");
        Thread.startVirtualThread(this::read);
    }

    private void read() {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    data.add(line.substring(6));
                }
            }
        } catch (IOException e) {
            // the test is over
        }
    }

    JsonNode next() throws InterruptedException {
        @Nullable String event = data.poll(WITHIN_SECONDS, TimeUnit.SECONDS);
        assertThat(event).as("an event").isNotNull();
        return JSON.readTree(String.valueOf(event));
    }

    @Override
    public void close() throws IOException {
        response.body().close();
        browser.close();
    }
}
