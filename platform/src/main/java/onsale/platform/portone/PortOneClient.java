package onsale.platform.portone;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.micrometer.core.instrument.Metrics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import onsale.platform.trace.Tracing;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * HTTP client of PortOne's REST API (V2), bounded in requests at a time, in time and in bytes.
 * Every request ends in a {@link PortOneResponse} or in {@link NoAnswer}. Only reads are sent
 * again, and only if the connection broke; whoever repeats a change does so under the same
 * idempotency key.
 */
public final class PortOneClient implements AutoCloseable {

    /**
     * The bounds of one client.
     *
     * @param requestsMax requests at a time
     * @param permitWithin how long a request waits for its permit
     * @param responseBytesMax a longer body is no answer
     * @param readsMax how often a read is sent in all if the connection breaks; not counting that
     *     the JDK's client repeats a read by itself if it breaks before the response
     * @param hasBreaker whether requests stop for a while when half of them fail or are slow
     */
    public record Limits(
            int requestsMax,
            Duration permitWithin,
            int responseBytesMax,
            int readsMax,
            boolean hasBreaker) {}

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final String NAME = "portone";
    private static final CircuitBreakerConfig BREAKER =
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(50)
                    .minimumNumberOfCalls(20)
                    .failureRateThreshold(50)
                    .slowCallDurationThreshold(Duration.ofSeconds(20))
                    .slowCallRateThreshold(50)
                    .waitDurationInOpenState(Duration.ofSeconds(5))
                    .permittedNumberOfCallsInHalfOpenState(5)
                    .build();

    private final PortOneSettings settings;
    private final Limits limits;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_WITHIN).build();
    private final CircuitBreaker breaker = CircuitBreaker.of(NAME, BREAKER);
    private final Bulkhead bulkhead;

    public PortOneClient(PortOneSettings settings, Limits limits) {
        this.settings = settings;
        this.limits = limits;
        this.bulkhead =
                Bulkhead.of(
                        NAME,
                        BulkheadConfig.custom()
                                .maxConcurrentCalls(limits.requestsMax)
                                .maxWaitDuration(limits.permitWithin)
                                .build());
        if (!limits.hasBreaker) {
            breaker.transitionToDisabledState();
        }
    }

    /** Whether requests are refused without being sent, because too many failed. */
    public boolean isBreakerOpen() {
        return breaker.getState() == CircuitBreaker.State.OPEN;
    }

    /**
     * Reads.
     *
     * @param pathAndQuery encoded
     */
    public PortOneResponse get(String pathAndQuery, Duration within) throws NoAnswer {
        HttpRequest request = request(pathAndQuery).GET().build();
        for (int sent = 1; ; sent++) {
            try {
                return send(request, within);
            } catch (NoAnswer e) {
                if (sent >= limits.readsMax || !(e.getCause() instanceof IOException)) {
                    throw e;
                }
            }
        }
    }

    /**
     * Changes something, under a key by which PortOne recognizes the same request.
     *
     * @param path encoded
     */
    public PortOneResponse post(
            String path, String idempotencyKey, Map<String, Object> body, Duration within)
            throws NoAnswer {
        return send(
                request(path)
                        .header("Content-Type", "application/json")
                        // a string of RFC 8941: in quotes
                        .header("Idempotency-Key", "\"" + idempotencyKey + "\"")
                        .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                        .build(),
                within);
    }

    private HttpRequest.Builder request(String pathAndQuery) throws NoAnswer {
        if (!settings.isConfigured()) {
            throw new NoAnswer("not sent: onsale.portone.api-url is not set");
        }
        return HttpRequest.newBuilder(URI.create(settings.apiUrl() + pathAndQuery))
                .header("Authorization", "PortOne " + settings.secret().value())
                .header("Accept", "application/json");
    }

    private PortOneResponse send(HttpRequest request, Duration within) throws NoAnswer {
        long startNanos = System.nanoTime();
        String outcome = "failed";
        Tracing.Call traced = Tracing.call(request.method() + " portone", "portone");
        try {
            PortOneResponse response =
                    bulkhead.executeCallable(
                            () -> breaker.executeCallable(() -> exchange(request, within)));
            outcome = "answered";
            return response;
        } catch (CallNotPermittedException | BulkheadFullException e) {
            outcome = "spared";
            throw new NoAnswer("not sent: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswer("interrupted while waiting for PortOne", e);
        } catch (Exception e) {
            throw new NoAnswer("no answer from PortOne: " + e, e);
        } finally {
            traced.with("onsale.outcome", outcome).end(null);
            Metrics.timer(
                            "onsale.provider",
                            "call",
                            request.method().toLowerCase(Locale.ROOT),
                            "outcome",
                            outcome)
                    .record(Duration.ofNanos(System.nanoTime() - startNanos));
        }
    }

    /** Sends the request and reads the whole body within the time given. */
    private PortOneResponse exchange(HttpRequest request, Duration within) throws Exception {
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(
                        request,
                        BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.responseBytesMax));
        HttpResponse<byte[]> answered;
        try {
            // a timeout of the request itself would end with the headers
            answered = answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException broken ? broken : e;
        } finally {
            answer.cancel(true); // no effect once it is complete
        }
        PortOneResponse response =
                new PortOneResponse(answered.statusCode(), parse(answered.body()));
        if (response.isFailure()) {
            throw new ServerFailure(response.status());
        }
        return response;
    }

    /** PortOne answered that it failed: the breaker counts it, and nothing is known. */
    private static final class ServerFailure extends Exception {

        private static final long serialVersionUID = 1;

        ServerFailure(int status) {
            super("status " + status);
        }
    }

    private static JsonNode parse(byte[] body) {
        try {
            JsonNode parsed = JSON.readTree(body);
            return parsed.isObject() ? parsed : JSON.missingNode();
        } catch (JacksonException e) {
            return JSON.missingNode();
        }
    }

    /** Gives up requests under way; their senders find out later what became of them. */
    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}
