package onsale.payment;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import onsale.payment.order.PaymentAttempt;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.settings.Secret;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A provider of the test's own: its pages, its books, and how it is made to misbehave. */
public final class SimulatedProvider implements AutoCloseable {

    static final Options OPTIONS =
            Options.of("portone-secret", "store", "channel", "whsec_c2VjcmV0");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final PortOneSimulator simulator = PortOneSimulator.start(OPTIONS);
    private final HttpClient http = HttpClient.newHttpClient();

    SimulatedProvider() {}

    /**
     * @param channelKey the one channel that is configured
     */
    PortOneSettings settings(String channelKey, boolean testMode) {
        return settings(simulator.url(), channelKey, testMode);
    }

    /** The settings for a provider at another address. */
    public static PortOneSettings settingsOf(String url) {
        return settings(url, OPTIONS.channelKey(), true);
    }

    private static PortOneSettings settings(String url, String channelKey, boolean testMode) {
        return new PortOneSettings(
                url,
                0,
                new Secret(OPTIONS.secret()),
                OPTIONS.storeId(),
                channelKey,
                List.of(),
                List.of(),
                testMode,
                List.of());
    }

    /** The fan agrees on the provider's page. Returns the payment token. */
    public String approved(PaymentAttempt attempt) {
        return approved(attempt, "{}");
    }

    /**
     * @param how through which channel
     */
    public String approved(PaymentAttempt attempt, String how) {
        return call("POST", attempt, "approve", how).path("paymentToken").asString();
    }

    /** From now on the provider shows the payment as another store's, channel's or currency's. */
    public void moved(String providerId, String origin) {
        call("PUT", "/simulator/payments/" + providerId + "/origin", origin);
    }

    /** The provider misbehaves at requests about this payment. */
    public void faults(PaymentAttempt attempt, String... faults) {
        call("PUT", attempt, "faults", "{\"faults\":[" + String.join(",", faults) + "]}");
    }

    /** The provider misbehaves at all requests; with <code>{}</code> it is well again. */
    public void faultsForAll(String faults) {
        call("PUT", "/simulator/faults", faults);
    }

    /** Somebody pays at the provider under an id of their own. */
    public void paidElsewhere(String providerId, long amountWon, String customData) {
        String path = "/simulator/payments/" + providerId;
        call(
                "POST",
                path + "/approve",
                "{\"amount\":%d,\"customData\":\"%s\"}".formatted(amountWon, customData));
        call("POST", path + "/charge", "{}");
    }

    /** Somebody gives money back at the provider, without us. */
    public void cancelledElsewhere(PaymentAttempt attempt, long amountWon) {
        call(
                "POST",
                "/payments/" + attempt.providerId() + "/cancel",
                "{\"reason\":\"by hand\",\"amount\":%d}".formatted(amountWon));
    }

    /** The provider takes the money without a confirm. */
    public void charge(PaymentAttempt attempt) {
        call("POST", attempt, "charge", "{}");
    }

    /** What the provider has kept of this payment: charges less cancellations. */
    public long keptWon(PaymentAttempt attempt) {
        return keptWon(attempt.providerId());
    }

    public long keptWon(String providerId) {
        JsonNode line = line(providerId);
        return line.path("charged").asLong(0) - line.path("cancelled").asLong(0);
    }

    public int charges(PaymentAttempt attempt) {
        return line(attempt.providerId()).path("charges").size();
    }

    private JsonNode line(String providerId) {
        for (JsonNode line : books()) {
            if (line.path("paymentId").asString("").equals(providerId)) {
                return line;
            }
        }
        return JSON.missingNode();
    }

    JsonNode books() {
        return call("GET", "/simulator/books", "").path("payments");
    }

    private JsonNode call(String method, PaymentAttempt attempt, String action, String body) {
        return call(method, "/simulator/payments/" + attempt.providerId() + "/" + action, body);
    }

    private JsonNode call(String method, String path, String body) {
        try {
            HttpResponse<String> response =
                    http.send(
                            HttpRequest.newBuilder(URI.create(simulator.url() + path))
                                    .header("Authorization", "PortOne " + OPTIONS.secret())
                                    .method(method, BodyPublishers.ofString(body))
                                    .build(),
                            BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new AssertionError(path + ": " + response.body());
            }
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        simulator.close();
        http.close();
    }
}
