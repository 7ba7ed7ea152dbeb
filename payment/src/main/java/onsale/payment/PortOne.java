package onsale.payment;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import onsale.platform.portone.PortOneSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The provider's REST API (V2). Every call ends in what is known: an answer, a refusal with its
 * type, or {@link NoAnswer}, after which the call may have had its effect. Nothing is sent twice
 * here; calls that change something carry an idempotency key, so that whoever repeats them does so
 * safely. Fields and values we do not know are passed over.
 */
final class PortOne implements AutoCloseable {

    /** Nobody knows what became of the call; or it was not sent, because the provider is down. */
    static final class NoAnswer extends Exception {

        private static final long serialVersionUID = 1;

        NoAnswer(String why, @Nullable Throwable cause) {
            super(why, cause);
        }
    }

    /** What the provider said to a call that changes something. */
    sealed interface Answer {
        record Done() implements Answer {}

        /** It did not do it, for a reason that has a name. */
        record Refused(int status, String type, String message) implements Answer {

            /** The same call, sent before, has no answer yet. */
            boolean isOutstanding() {
                return type.equals("IDEMPOTENCY_OUTSTANDING_REQUEST");
            }

            boolean isPaidAlready() {
                return type.equals("ALREADY_PAID");
            }
        }
    }

    /** A payment in the provider's list. */
    record Listed(String providerId, String customData, ProviderView view) {}

    /** Some of the list, eldest first, and where the next begins; none after the last. */
    record Page(List<Listed> payments, @Nullable String next) {}

    /** A confirm refused for one of these takes no money, now or later. */
    private static final Set<String> REFUSED_FOR_GOOD =
            Set.of(
                    "INVALID_PAYMENT_TOKEN",
                    "INFORMATION_MISMATCH",
                    "INVALID_REQUEST",
                    "PAYMENT_NOT_FOUND");

    private static final Logger LOG = LoggerFactory.getLogger(PortOne.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int BYTES_MAX = 8 << 20;
    private static final int PAGE_SIZE = 500;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(2);
    private static final Duration SLOW = Duration.ofSeconds(20);
    private static final int SERVER_ERROR = 500;

    private final PortOneSettings settings;
    private final Duration readWithin;
    private final Duration fanWaits;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_WITHIN).build();
    private final CircuitBreaker breaker;
    private final Bulkhead bulkhead;

    PortOne(PortOneSettings settings, PaymentSettings payment) {
        this.settings = settings;
        this.readWithin = payment.providerWithin();
        this.fanWaits = payment.fanWaits();
        this.breaker =
                CircuitBreaker.of(
                        "portone",
                        CircuitBreakerConfig.custom()
                                .slidingWindowSize(50)
                                .minimumNumberOfCalls(20)
                                .failureRateThreshold(50)
                                .slowCallDurationThreshold(SLOW)
                                .slowCallRateThreshold(50)
                                .waitDurationInOpenState(Duration.ofSeconds(5))
                                .permittedNumberOfCallsInHalfOpenState(5)
                                .build());
        this.bulkhead =
                Bulkhead.of(
                        "portone",
                        BulkheadConfig.custom()
                                .maxConcurrentCalls(payment.providerCallsMax())
                                .maxWaitDuration(Duration.ofSeconds(1))
                                .build());
    }

    /** For those who watch: whether calls are let through. */
    boolean isSpared() {
        return breaker.getState() == CircuitBreaker.State.OPEN;
    }

    /**
     * Fixes the amount, so that nobody pays another. A fan waits for it, and it may be repeated.
     */
    Answer preRegister(String providerId, long amountWon) throws NoAnswer {
        return post(
                providerId,
                "pre-register",
                "pre-register-" + providerId,
                Map.of("totalAmount", amountWon, "currency", "KRW"),
                fanWaits);
    }

    /** What is seen after a confirm, and whether the confirm itself was refused. */
    record Taken(ProviderView view, boolean refused) {}

    /**
     * Takes the money, and tells what there is to see afterwards: only that counts. Repeated, it is
     * the same confirm, unless it was refused: the provider would repeat that.
     */
    Taken take(String providerId, String paymentToken, long amountWon, int refusals)
            throws NoAnswer {
        @Nullable Answer answer = null;
        try {
            answer =
                    post(
                            providerId,
                            "confirm",
                            "confirm-" + providerId + "-" + refusals,
                            Map.of(
                                    "paymentToken",
                                    paymentToken,
                                    "totalAmount",
                                    amountWon,
                                    "currency",
                                    "KRW"),
                            readWithin);
        } catch (NoAnswer e) {
            LOG.warn("Unknown whether {} was confirmed: {}", providerId, e.getMessage());
        }
        ProviderView seen = get(providerId);
        if (!(answer instanceof Answer.Refused refused)) {
            return new Taken(seen, false);
        }
        boolean isOpen = seen instanceof ProviderView.Open || seen instanceof ProviderView.Unknown;
        return isOpen && REFUSED_FOR_GOOD.contains(refused.type)
                ? new Taken(new ProviderView.Failed(refused.type, ""), true)
                : new Taken(seen, !refused.isOutstanding());
    }

    /** Gives it back, if exactly this much is still there. */
    Answer cancel(String providerId, UUID refundId, long amountWon, String reason, int refusals)
            throws NoAnswer {
        return post(
                providerId,
                "cancel",
                "refund-" + refundId + "-" + amountWon + "-" + refusals,
                Map.of(
                        "amount",
                        amountWon,
                        "currentCancellableAmount",
                        amountWon,
                        "reason",
                        reason),
                readWithin);
    }

    ProviderView get(String providerId) throws NoAnswer {
        return look(providerId).view;
    }

    /** One payment with what was sent along. */
    Listed look(String providerId) throws NoAnswer {
        HttpResponse<byte[]> response = read("/payments/" + encoded(providerId));
        if (response.statusCode() == 404) {
            return new Listed(providerId, "", new ProviderView.Unknown());
        }
        if (response.statusCode() != 200) {
            throw new NoAnswer("status " + response.statusCode(), null);
        }
        return listed(json(response));
    }

    /** Payments that somebody came to pay in this time, eldest first. */
    Page list(Instant from, Instant until, @Nullable String cursor) throws NoAnswer {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("storeId", settings.storeId());
        query.put("from", from.toString());
        query.put("until", until.toString());
        query.put("size", PAGE_SIZE);
        if (cursor != null) {
            query.put("cursor", cursor);
        }
        HttpResponse<byte[]> response =
                read("/payments-by-cursor?requestBody=" + encoded(JSON.writeValueAsString(query)));
        if (response.statusCode() != 200) {
            throw new NoAnswer("status " + response.statusCode(), null);
        }
        List<Listed> payments = new ArrayList<>();
        @Nullable String last = null;
        for (JsonNode item : json(response).path("items")) {
            payments.add(listed(item.path("payment")));
            last = text(item, "cursor");
        }
        return new Page(payments, payments.size() < PAGE_SIZE ? null : last);
    }

    private static Listed listed(JsonNode payment) {
        return new Listed(text(payment, "id"), text(payment, "customData"), view(payment));
    }

    private static ProviderView view(JsonNode payment) {
        String status = text(payment, "status");
        return switch (status) {
            case "PAID", "PARTIAL_CANCELLED", "CANCELLED" ->
                    new ProviderView.Charged(
                            text(payment, "transactionId"),
                            payment.path("amount").path("total").asLong(0),
                            payment.path("amount").path("cancelled").asLong(0),
                            time(text(payment, "paidAt")),
                            KeptAnswer.of(payment));
            case "FAILED" ->
                    new ProviderView.Failed(
                            text(payment.path("failure"), "reason"), KeptAnswer.of(payment));
            default -> new ProviderView.Open(status);
        };
    }

    private Answer post(
            String providerId, String call, String key, Map<String, Object> values, Duration within)
            throws NoAnswer {
        Map<String, Object> body = new LinkedHashMap<>(values);
        body.put("storeId", settings.storeId());
        HttpResponse<byte[]> response =
                send(
                        request("/payments/" + encoded(providerId) + "/" + call)
                                .header("Content-Type", "application/json")
                                // a string of RFC 8941: in quotes
                                .header("Idempotency-Key", "\"" + key + "\"")
                                .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                                .build(),
                        within);
        JsonNode answer = json(response);
        if (response.statusCode() == 200) {
            return new Answer.Done();
        }
        String type = text(answer, "type");
        if (type.isEmpty()) {
            throw new NoAnswer("status " + response.statusCode(), null);
        }
        return new Answer.Refused(response.statusCode(), type, text(answer, "message"));
    }

    /** Reading changes nothing: once more if the connection broke. */
    private HttpResponse<byte[]> read(String pathAndQuery) throws NoAnswer {
        HttpRequest request = request(pathAndQuery).GET().build();
        try {
            return send(request, readWithin);
        } catch (NoAnswer e) {
            if (e.getCause() instanceof IOException) {
                return send(request, readWithin);
            }
            throw e;
        }
    }

    private HttpRequest.Builder request(String pathAndQuery) {
        return HttpRequest.newBuilder(URI.create(settings.apiUrl() + pathAndQuery))
                .header("Authorization", "PortOne " + settings.secret().value())
                .header("Accept", "application/json");
    }

    private HttpResponse<byte[]> send(HttpRequest request, Duration within) throws NoAnswer {
        if (!settings.isConfigured()) {
            throw new NoAnswer("there is no provider: set onsale.portone.api-url", null);
        }
        try {
            return bulkhead.executeCallable(
                    () -> breaker.executeCallable(() -> exchange(request, within)));
        } catch (CallNotPermittedException | BulkheadFullException e) {
            throw new NoAnswer("the provider is spared: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswer("given up while the provider was asked", e);
        } catch (Exception e) {
            throw new NoAnswer("no answer from the provider: " + e, e);
        }
    }

    /** Within the time, body and all. What only says that something broke is no answer. */
    private HttpResponse<byte[]> exchange(HttpRequest request, Duration within) throws Exception {
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(
                        request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), BYTES_MAX));
        HttpResponse<byte[]> response;
        try {
            response = answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException broken ? broken : e;
        } finally {
            answer.cancel(true); // nothing, unless it is still under way
        }
        boolean isPgRefusal = text(parse(response), "type").equals("PG_PROVIDER");
        if (response.statusCode() >= SERVER_ERROR && !isPgRefusal) {
            throw new TroubleThere("status " + response.statusCode());
        }
        return response;
    }

    /** The provider answered, but not with an answer. */
    private static final class TroubleThere extends Exception {

        private static final long serialVersionUID = 1;

        TroubleThere(String message) {
            super(message);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static JsonNode json(HttpResponse<byte[]> response) throws NoAnswer {
        JsonNode parsed = parse(response);
        if (!parsed.isObject()) {
            throw new NoAnswer("status " + response.statusCode() + " without JSON", null);
        }
        return parsed;
    }

    private static JsonNode parse(HttpResponse<byte[]> response) {
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            return JSON.createArrayNode(); // no object: nothing to be read from it
        }
    }

    private static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isString() ? value.stringValue() : "";
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }

    @Override
    public void close() {
        http.shutdownNow(); // what is under way is asked about by the next run
        http.close();
    }
}
