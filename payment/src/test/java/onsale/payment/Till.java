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
    final Pay pay;
    private final Passes passes;
    private final PortOne portOne;
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
        PaymentSettings settings =
                new PaymentSettings(
                        Duration.ofSeconds(2),
                        Duration.ofMillis(500),
                        100,
                        3,
                        Duration.ofMillis(100));
        portOne =
                new PortOne(
                        new PortOneSettings(
                                provider.url(),
                                0,
                                new Secret(OPTIONS.secret()),
                                OPTIONS.storeId(),
                                OPTIONS.channelKey(),
                                List.of()),
                        settings);
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
    }

    static OrderPass anOrder() {
        return new OrderPass(
                UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID(), PRICE);
    }

    String pass(OrderPass order) {
        return order.issue(passes, Instant.now().plusSeconds(300));
    }

    Payment prepared(OrderPass order) {
        Pay.Outcome outcome =
                pay.prepare(order.userId(), pass(order), UUID.randomUUID().toString(), "CARD");
        if (outcome instanceof Pay.Outcome.Made made) {
            return made.payment();
        }
        throw new AssertionError("not prepared: " + outcome);
    }

    /** The fan agrees on the provider's page. */
    String approved(Payment payment) {
        return provider("POST", payment, "approve", "{}").path("paymentToken").asString();
    }

    Pay.Outcome confirmed(Payment payment) {
        return pay.confirm(payment.userId(), payment.id(), approved(payment));
    }

    void faults(Payment payment, String fault) {
        provider("PUT", payment, "faults", "{\"faults\":[" + fault + "]}");
    }

    void charge(Payment payment) {
        provider("POST", payment, "charge", "{}");
    }

    private JsonNode provider(String method, Payment payment, String call, String body) {
        return call(method, "/simulator/payments/" + payment.providerId() + "/" + call, body);
    }

    /** What the provider has kept of this payment: charges less cancellations. */
    long kept(Payment payment) {
        for (JsonNode line : call("GET", "/simulator/books", "").path("payments")) {
            if (line.path("paymentId").asString("").equals(payment.providerId())
                    || line.path("id").asString("").equals(payment.providerId())) {
                return sum(line.path("charges")) - sum(line.path("cancellations"));
            }
        }
        return 0;
    }

    private static long sum(JsonNode entries) {
        long sum = 0;
        for (JsonNode entry : entries) {
            sum += entry.path("amount").asLong(0);
        }
        return sum;
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

    /** Rows that must not exist, by the name of the check. */
    Map<String, Object> findings() throws IOException {
        Map<String, Object> findings = new TreeMap<>();
        try (Stream<Path> checks = Files.list(CHECKS)) {
            for (Path check : checks.toList()) {
                var rows = database.sql().sql(Files.readString(check)).query().listOfRows();
                if (!rows.isEmpty()) {
                    findings.put(check.getFileName().toString(), rows);
                }
            }
        }
        return findings;
    }

    @Override
    public void close() {
        portOne.close();
        provider.close();
        http.close();
    }
}
