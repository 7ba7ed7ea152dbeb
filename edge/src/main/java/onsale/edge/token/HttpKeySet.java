package onsale.edge.token;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import onsale.platform.access.KeySetSource;

/** The keys of another process, over HTTP; bounded in time and size, and follows no redirect. */
public final class HttpKeySet implements KeySetSource {

    private static final Duration WITHIN = Duration.ofSeconds(2);
    private static final int BYTES_MAX = 64 << 10;

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(WITHIN).build();
    private final HttpRequest request;

    public HttpKeySet(String url) {
        request =
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(WITHIN)
                        .header("Accept", "application/json")
                        .build();
    }

    @Override
    public byte[] read() throws IOException {
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw new IOException("the keys' address answers " + response.statusCode());
                }
                byte[] bytes = body.readNBytes(BYTES_MAX + 1);
                if (bytes.length > BYTES_MAX) {
                    throw new IOException("the key set is too large");
                }
                return bytes;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while keys were fetched");
        }
    }
}
