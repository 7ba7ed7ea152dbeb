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

/** Reads the keys of another process over HTTP, bounded in time and size, without redirects. */
public final class HttpKeySetSource implements KeySetSource {

    private static final Duration WITHIN = Duration.ofSeconds(2);
    private static final int BYTES_MAX = 64 << 10;

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(WITHIN).build();
    private final HttpRequest request;

    public HttpKeySetSource(String url) {
        request =
                HttpRequest.newBuilder(URI.create(url))
                        .timeout(WITHIN)
                        .header("Accept", "application/json")
                        .build();
    }

    @Override
    public byte[] read() throws IOException {
        // the request's own timeout covers the head only, not the body
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(
                        request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BYTES_MAX));
        try {
            HttpResponse<byte[]> response = answer.get(WITHIN.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != 200) {
                throw new IOException("the address of the keys answers " + response.statusCode());
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
