package onsale.payment;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.contracts.CloseOrder;
import onsale.contracts.OrderPass;
import onsale.contracts.RefundOrder;
import onsale.payment.PaymentStore.Payment;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.pass.PassKeys;
import onsale.platform.pass.PassSettings;
import onsale.platform.pass.Passes;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.settings.Secret;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The payment context on real servers with a provider of its own that can be made to misbehave. */
final class Till implements AutoCloseable {

    static final long PRICE = 50_000;
    private static final Path CHECKS = Path.of("src/main/resources/onsale/payment/checks");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Options OPTIONS =
            Options.of("portone-secret", "store", "channel", "whsec_c2VjcmV0");

    final Database database;
    final PaymentStore store;
    final RefundStore refunds;
    final WebhookStore webhooks;
    final Settlement settlement;
    final Reconciler reconciler;
    final CompareBooks compare;
    final ComparisonStore comparisons;
    final Pay pay;
    final PortOne portOne;
    private final Passes passes;
    private final PortOneSimulator provider = PortOneSimulator.start(OPTIONS);
    private final HttpClient http = HttpClient.newHttpClient();

    Till(Stores stores) {
        database = stores.database(PaymentModule.SCHEMA);
        store = new PaymentStore(database);
        refunds = new RefundStore(database);
        webhooks = new WebhookStore(database);
        Ids ids = new Ids(Clock.systemUTC(), new SecureRandom());
        passes =
                new Passes(
                        PassKeys.of(new PassSettings(List.of()), stores.secret()),
                        Clock.systemUTC());
        PaymentSettings settings = settings(100);
        portOne = new PortOne(portOne(provider.url()), settings);
        settlement =
                new Settlement(
                        database,
                        store,
                        refunds,
                        new Outbox(database, ids::next),
                        ids::next,
                        settings.attemptsMax());
        reconciler = new Reconciler(store, refunds, webhooks, settlement, portOne, passes);
        pay = new Pay(database, store, settlement, portOne, passes, settings, ids::next);
        comparisons = new ComparisonStore(database);
        compare =
                new CompareBooks(
                        comparisons, store, refunds, webhooks, settlement, reconciler, portOne);
    }

    static PaymentSettings settings(int callsMax) {
        return new PaymentSettings(
                Duration.ofSeconds(1), Duration.ofMillis(700), callsMax, 3, Duration.ofMillis(100));
    }

    static PortOneSettings portOne(String url) {
        return new PortOneSettings(
                url,
                0,
                new Secret(OPTIONS.secret()),
                OPTIONS.storeId(),
                OPTIONS.channelKey(),
                List.of());
    }

    static OrderPass anOrder() {
        return new OrderPass(
                UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID(), PRICE);
    }

    String pass(OrderPass order) {
        return order.issue(passes, Instant.now().plusSeconds(300));
    }

    String passThatIsOver(OrderPass order) {
        return order.issue(passes, Instant.now().minusSeconds(3_600));
    }

    /** On a busy machine the provider may seem away: then the same request is sent again. */
    Payment prepared(OrderPass order) {
        String pass = pass(order);
        String key = UUID.randomUUID().toString();
        Pay.Outcome[] last = new Pay.Outcome[1];
        Wait.until(
                "it is prepared",
                Duration.ofSeconds(30),
                () -> {
                    last[0] = pay.prepare(order.userId(), pass, key, "CARD");
                    return !(last[0] instanceof Pay.Outcome.ProviderAway
                            || last[0] instanceof Pay.Outcome.InFlight);
                });
        if (last[0] instanceof Pay.Outcome.Made made) {
            return made.payment();
        }
        throw new AssertionError("not prepared: " + last[0]);
    }

    /** The fan agrees on the provider's page. */
    String approved(Payment payment) {
        return provider("POST", payment, "approve", "{}").path("paymentToken").asString();
    }

    Pay.Outcome confirmed(Payment payment) {
        return pay.confirm(payment.userId(), payment.id(), approved(payment));
    }

    void faults(Payment payment, String... faults) {
        provider("PUT", payment, "faults", "{\"faults\":[" + String.join(",", faults) + "]}");
    }

    /** The provider is away, or back again if there is nothing to say about it. */
    void providerIs(String state) {
        call("PUT", "/simulator/faults", state);
    }

    /** Somebody pays at the provider under an id of their own. */
    void paidElsewhere(String providerId, long amountWon, String customData) {
        String path = "/simulator/payments/" + providerId;
        call(
                "POST",
                path + "/approve",
                "{\"amount\":%d,\"customData\":\"%s\"}".formatted(amountWon, customData));
        call("POST", path + "/charge", "{}");
    }

    /** Somebody gives money back at the provider, without us. */
    void cancelledElsewhere(Payment payment, long amountWon) {
        call(
                "POST",
                "/payments/" + payment.providerId() + "/cancel",
                "{\"reason\":\"by hand\",\"amount\":%d}".formatted(amountWon));
    }

    void charge(Payment payment) {
        provider("POST", payment, "charge", "{}");
    }

    private JsonNode provider(String method, Payment payment, String call, String body) {
        return call(method, "/simulator/payments/" + payment.providerId() + "/" + call, body);
    }

    /** What the provider has kept of this payment: charges less cancellations. */
    long kept(Payment payment) {
        return kept(payment.providerId());
    }

    long kept(String providerId) {
        JsonNode line = line(providerId);
        return line.path("charged").asLong(0) - line.path("cancelled").asLong(0);
    }

    int charges(Payment payment) {
        return line(payment.providerId()).path("charges").size();
    }

    private JsonNode line(String providerId) {
        for (JsonNode line : books()) {
            if (line.path("paymentId").asString("").equals(providerId)) {
                return line;
            }
        }
        return JSON.missingNode();
    }

    private JsonNode books() {
        return call("GET", "/simulator/books", "").path("payments");
    }

    private JsonNode call(String method, String path, String body) {
        try {
            HttpResponse<String> response =
                    http.send(
                            HttpRequest.newBuilder(URI.create(provider.url() + path))
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

    void close(OrderPass order) {
        database.inTransaction(() ->
                settlement.closeOrder(
                        new CloseOrder(order.orderId(), order.reservationId(), "ABANDONED")));
    }

    void refund(Payment payment) {
        database.inTransaction(() ->
                settlement.refundOrder(
                        new RefundOrder(
                                payment.orderId(),
                                payment.reservationId(),
                                payment.id(),
                                payment.amount(),
                                "CANCELLED_BY_FAN")));
    }

    /** What the jobs do, at once. */
    void reconcile() {
        database.sql().sql("update payments set ask_again_at = now()").update();
        database.sql().sql("update refunds set ask_again_at = now()").update();
        reconciler.askAboutPayments(() -> true);
        reconciler.refund(() -> true);
    }

    /** What reservation was told about an order. */
    List<String> told(OrderPass order) {
        return database.sql()
                .sql(
                        """
                        select event_type from common.outbox_events
                        where message_key = ? order by seq
                        """)
                .param(order.reservationId().toString())
                .query(String.class)
                .list();
    }

    /** What must not be, by what it is: rows, and money the provider keeps for nothing. */
    Map<String, Object> findings() throws IOException {
        Map<String, Object> findings = new TreeMap<>();
        try (Stream<Path> checks = Files.list(CHECKS)) {
            for (Path check : checks.toList()) {
                put(findings, check.getFileName().toString(), Files.readString(check));
            }
        }
        put(
                findings,
                "two verdicts told",
                """
                select message_key from common.outbox_events
                where event_type in ('OrderPaid', 'OrderClosed')
                group by message_key having count(*) > 1
                """);
        for (JsonNode line : books()) {
            String id = line.path("paymentId").asString();
            long kept = kept(id);
            if (kept != due(id) || kept != inLedger(id)) {
                findings.put("kept for nothing: " + id, line);
            }
        }
        return findings;
    }

    private void put(Map<String, Object> findings, String what, String sql) {
        var rows = database.sql().sql(sql).query().listOfRows();
        if (!rows.isEmpty()) {
            findings.put(what, rows);
        }
    }

    private long due(String providerId) {
        return store.findByProviderId(providerId)
                .filter(payment -> payment.status() == PaymentStore.Status.SUCCESS)
                .map(Payment::amount)
                .orElse(0L);
    }

    private long inLedger(String providerId) {
        return database.sql()
                .sql(
                        """
                        select coalesce(sum(amount), 0) from ledger
                        where provider_id = ? and account = 'PROVIDER'
                        """)
                .param(providerId)
                .query(Long.class)
                .single();
    }

    @Override
    public void close() {
        portOne.close();
        provider.close();
        http.close();
    }
}
