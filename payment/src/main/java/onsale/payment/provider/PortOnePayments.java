package onsale.payment.provider;

import static onsale.payment.provider.PaymentJson.text;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import onsale.payment.PaymentSettings;
import onsale.platform.portone.NoAnswer;
import onsale.platform.portone.PortOneClient;
import onsale.platform.portone.PortOneResponse;
import onsale.platform.portone.PortOneSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The payments of PortOne's REST API (V2). A request ends in an answer, in a refusal with its type,
 * or in {@link NoAnswer}, after which it may have had its effect. No change is sent twice here;
 * every change carries an idempotency key, so that callers can repeat it safely.
 */
public final class PortOnePayments implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PortOnePayments.class);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int RESPONSE_BYTES_MAX = 8 << 20;
    private static final int READS_MAX = 2;
    private static final int PAGE_SIZE = 500;
    private static final int NOT_FOUND = 404;
    private static final Duration PERMIT_WITHIN = Duration.ofSeconds(1);
    private static final String WON = "KRW";

    private final PortOneClient client;
    private final String storeId;
    private final Duration answerWithin;
    private final Duration fanWaits;

    public PortOnePayments(PortOneSettings portOne, PaymentSettings settings) {
        this.client =
                new PortOneClient(
                        portOne,
                        new PortOneClient.Limits(
                                settings.providerCallsMax(),
                                PERMIT_WITHIN,
                                RESPONSE_BYTES_MAX,
                                READS_MAX,
                                true));
        this.storeId = portOne.storeId();
        this.answerWithin = settings.providerWithin();
        this.fanWaits = settings.fanWaits();
    }

    /** Whether the provider is not asked at the moment, because too many requests failed. */
    public boolean isBreakerOpen() {
        return client.isBreakerOpen();
    }

    /** Asks for a payment that does not exist; throws unless the provider says so. */
    public void ask() throws NoAnswer {
        PortOneResponse answer =
                client.get("/payments/does-it-answer?storeId=" + storeId, answerWithin);
        if (!answer.isOk() && answer.status() != NOT_FOUND) {
            throw new NoAnswer("status " + answer.status());
        }
    }

    /**
     * Fixes the amount, so that nobody can pay another one. A fan waits for it. It may be repeated.
     */
    public ProviderAnswer preRegister(String providerId, long amountWon) throws NoAnswer {
        return post(
                providerId,
                "pre-register",
                "pre-register-" + providerId,
                Map.of("totalAmount", amountWon, "currency", WON),
                fanWaits);
    }

    /**
     * Takes the money, and returns what the provider shows afterwards. A repeated call is the same
     * confirm to the provider, unless a refusal came between: the provider would repeat that.
     *
     * @param refusals how often the provider has refused a confirm of this payment
     */
    public ConfirmResult confirm(
            String providerId, String paymentToken, long amountWon, int refusals) throws NoAnswer {
        @Nullable ProviderAnswer answer = null;
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
                                    WON),
                            answerWithin);
        } catch (NoAnswer e) {
            LOG.warn("It is unknown whether {} was confirmed: {}", providerId, e.getMessage());
        }
        ProviderPayment shown = get(providerId);
        if (!(answer instanceof ProviderAnswer.Refused refused)) {
            return new ConfirmResult(shown, false);
        }
        return shown.isOpen() && refused.endsConfirm()
                ? new ConfirmResult(new ProviderPayment.Failed(refused.type(), ""), true)
                : new ConfirmResult(shown, !refused.isOutstanding());
    }

    /**
     * Gives an amount back, if exactly so much is left of the charge as its caller has seen.
     *
     * @param tag says which refund it is; the provider shows it with the cancellation
     * @param leftWon the amount that must be left before
     * @param refusals how often the provider has refused it
     */
    public ProviderAnswer cancel(
            String providerId,
            String tag,
            long amountWon,
            long leftWon,
            String reason,
            int refusals)
            throws NoAnswer {
        return post(
                providerId,
                "cancel",
                tag + "-" + leftWon + "-" + refusals,
                Map.of(
                        "amount",
                        amountWon,
                        "currentCancellableAmount",
                        leftWon,
                        "reason",
                        reason + " " + tag),
                answerWithin);
    }

    public ProviderPayment get(String providerId) throws NoAnswer {
        return find(providerId).payment();
    }

    /** The payment with the custom data that was sent along. */
    public ListedPayment find(String providerId) throws NoAnswer {
        PortOneResponse response = client.get("/payments/" + encoded(providerId), answerWithin);
        if (response.status() == NOT_FOUND) {
            return new ListedPayment(providerId, "", new ProviderPayment.Unknown());
        }
        ListedPayment found = PaymentJson.listed(ok(response));
        if (!found.providerId().equals(providerId)) {
            throw new NoAnswer("the answer is about another payment");
        }
        return found;
    }

    /** Payments that somebody came to pay in this time, oldest first. */
    public ListPage list(Instant from, Instant until, @Nullable String cursor) throws NoAnswer {
        Map<String, Object> query = new LinkedHashMap<>();
        query.put("storeId", storeId);
        query.put("from", from.toString());
        query.put("until", until.toString());
        query.put("size", PAGE_SIZE);
        if (cursor != null) {
            query.put("cursor", cursor);
        }
        PortOneResponse response =
                client.get(
                        "/payments-by-cursor?requestBody="
                                + encoded(JSON.writeValueAsString(query)),
                        answerWithin);
        List<ListedPayment> payments = new ArrayList<>();
        @Nullable String last = null;
        for (JsonNode item : ok(response).path("items")) {
            payments.add(PaymentJson.listed(item.path("payment")));
            last = text(item, "cursor");
        }
        return new ListPage(payments, payments.size() < PAGE_SIZE ? null : last);
    }

    private static JsonNode ok(PortOneResponse response) throws NoAnswer {
        if (!response.isOk()) {
            throw new NoAnswer("status " + response.status());
        }
        return response.object();
    }

    private ProviderAnswer post(
            String providerId,
            String action,
            String idempotencyKey,
            Map<String, Object> values,
            Duration within)
            throws NoAnswer {
        Map<String, Object> body = new LinkedHashMap<>(values);
        body.put("storeId", storeId);
        PortOneResponse response =
                client.post(
                        "/payments/" + encoded(providerId) + "/" + action,
                        idempotencyKey,
                        body,
                        within);
        JsonNode answer = response.object();
        if (response.isOk()) {
            return new ProviderAnswer.Done();
        }
        if (response.type().isEmpty()) {
            throw new NoAnswer("status " + response.status());
        }
        return new ProviderAnswer.Refused(
                response.status(), response.type(), text(answer, "message"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public void close() {
        client.close();
    }
}
