package onsale.edge.token;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
        // The request's own timeout ends with the head; a body that never ends is bounded here.
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(
                        request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BYTES_MAX));
        try {
            HttpResponse<byte[]> response = answer.get(WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != 200) {
                throw new IOException("the keys' address answers " + response.statusCode());
            }
            return response.body();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no keys from " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while keys were fetched");
        } finally {
            answer.cancel(true);
        }
    }
}
