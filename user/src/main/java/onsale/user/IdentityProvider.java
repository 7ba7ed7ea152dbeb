package onsale.user;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.platform.portone.PortOneSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * PortOne's identity verifications (REST API V2), read only. Bounded in calls at a time, in time
 * and in bytes; an answer that is none of the documented ones counts as no answer.
 */
final class IdentityProvider implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(IdentityProvider.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final int BYTES_MAX = 256 << 10; // it repeats the agency's raw answer
    private static final int CI_CHARACTERS_MAX = 200;
    private static final int NAME_CHARACTERS_MAX = 100;

    private final PortOneSettings portOne;
    private final Duration within;
    private final Semaphore calls;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_WITHIN).build();

    IdentityProvider(PortOneSettings portOne, Duration within, int callsMax) {
        this.portOne = portOne;
        this.within = within;
        this.calls = new Semaphore(callsMax);
    }

    /** The id is the caller's word and must be checked for its form. */
    Identity find(String verificationId) {
        if (!portOne.isConfigured() || !calls.tryAcquire()) {
            return new Identity.Unavailable();
        }
        try {
            return read(get(verificationId));
        } catch (IOException | JacksonException e) {
            LOG.warn("The provider of identities does not answer: {}", e.toString());
            return new Identity.Unavailable();
        } finally {
            calls.release();
        }
    }

    private HttpResponse<byte[]> get(String verificationId) throws IOException {
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create(
                                        portOne.apiUrl()
                                                + "/identity-verifications/"
                                                + verificationId))
                        .timeout(within)
                        .header("Authorization", "PortOne " + portOne.secret().value())
                        .header("Accept", "application/json")
                        .build();
        // The request's own timeout ends with the head; a body that never ends is bounded here.
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(
                        request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BYTES_MAX));
        try {
            return answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no answer from the provider", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("given up while the provider was asked");
        } finally {
            answer.cancel(true);
        }
    }

    private static Identity read(HttpResponse<byte[]> response) {
        return switch (response.statusCode()) {
            case 200 -> verification(JSON.readTree(response.body()));
            case 400, 404 -> new Identity.NotVerified();
            default -> {
                LOG.warn(
                        "The provider of identities answers {}: check onsale.portone.secret",
                        response.statusCode());
                yield new Identity.Unavailable();
            }
        };
    }

    private static Identity verification(JsonNode answer) {
        if (!"VERIFIED".equals(text(answer.path("status"), 20))) {
            return new Identity.NotVerified();
        }
        JsonNode customer = answer.path("verifiedCustomer");
        @Nullable String ci = text(customer.path("ci"), CI_CHARACTERS_MAX);
        @Nullable String di = text(customer.path("di"), CI_CHARACTERS_MAX);
        @Nullable String name = text(customer.path("name"), NAME_CHARACTERS_MAX);
        @Nullable Instant verifiedAt = time(text(answer.path("verifiedAt"), 40));
        if (ci == null || name == null || verifiedAt == null) {
            LOG.warn("A verified identity lacks its CI, name or time and cannot be used");
            return new Identity.NotVerified();
        }
        return new Identity.Verified(ci, di == null ? "" : di, name, verifiedAt);
    }

    private static @Nullable String text(JsonNode node, int charactersMax) {
        @Nullable String text = node.isString() ? node.stringValue() : null;
        return text == null || text.isBlank() || text.length() > charactersMax ? null : text;
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
