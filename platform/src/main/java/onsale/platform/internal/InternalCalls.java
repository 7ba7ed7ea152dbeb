package onsale.platform.internal;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks another context under {@code /internal}, with the service key. Only background work may: no
 * fan ever waits for such a request.
 */
public final class InternalCalls {

    /** The contexts that answer. */
    public enum Of {
        USER,
        RESERVATION
    }

    /** The other process did not answer, or refused. */
    public static final class NoAnswer extends Exception {
        private static final long serialVersionUID = 1L;

        NoAnswer(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The largest answer that is read. */
    private static final int BYTES_MAX = 4 << 20;

    private static final JsonMapper JSON =
            JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    private final InternalSettings settings;
    private final Supplier<URI> self;
    private final HttpClient http;

    /**
     * @param self the management port of this process, which is known when it listens
     */
    public InternalCalls(InternalSettings settings, Supplier<URI> self) {
        this.settings = settings;
        this.self = self;
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(settings.within())
                        .build();
    }

    /** Sends JSON and reads JSON. */
    public <T> T post(Of context, String path, Object body, Class<T> type) throws NoAnswer {
        HttpRequest.Builder request =
                request(context, path)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json")
                        .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)));
        HttpResponse<InputStream> response = send(request.build());
        byte[] answer = read(response);
        if (response.statusCode() != 200) {
            throw new NoAnswer("%s answers %d".formatted(path, response.statusCode()), null);
        }
        return JSON.readValue(answer, type);
    }

    /** Reads a file; null if there is none. */
    public byte @Nullable [] get(Of context, String path, String accept) throws NoAnswer {
        HttpResponse<InputStream> response =
                send(request(context, path).header("Accept", accept).GET().build());
        byte[] answer = read(response);
        return switch (response.statusCode()) {
            case 200 -> answer;
            case 404, 410 -> null;
            default ->
                    throw new NoAnswer(
                            "%s answers %d".formatted(path, response.statusCode()), null);
        };
    }

    private HttpRequest.Builder request(Of context, String path) throws NoAnswer {
        if (settings.serviceKeys().isEmpty()) {
            throw new NoAnswer("onsale.internal.service-keys has no key", null);
        }
        String url =
                switch (context) {
                    case USER -> settings.userUrl();
                    case RESERVATION -> settings.reservationUrl();
                };
        URI base = url.isEmpty() ? self.get() : URI.create(url);
        return HttpRequest.newBuilder(URI.create(base + path))
                .timeout(settings.within())
                .header("X-Service-Key", settings.serviceKeys().getFirst().value());
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws NoAnswer {
        try {
            return http.send(request, BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new NoAnswer(request.uri().getPath() + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswer("interrupted", e);
        }
    }

    private static byte[] read(HttpResponse<InputStream> response) throws NoAnswer {
        try (InputStream body = response.body()) {
            byte[] all = body.readNBytes(BYTES_MAX + 1);
            if (all.length > BYTES_MAX) {
                throw new NoAnswer("the answer is too large", null);
            }
            return all;
        } catch (IOException e) {
            throw new NoAnswer("the answer broke off", e);
        }
    }

    /** The longest that one request may take. */
    public Duration within() {
        return settings.within();
    }
}
