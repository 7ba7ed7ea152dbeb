package onsale.payment.settle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.webhook.Webhook;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.portone.ProviderTrust;
import onsale.platform.portone.ProviderTrust.Judgement;
import onsale.platform.portone.ProviderTrust.Reason;
import onsale.platform.portone.ProviderTrust.Shown;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A charge that is not at our store, in won, through our channel and with real money pays for
 * nothing, by whichever way we hear of it; if it lies at our store, it goes back.
 */
class ForgeryTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final String LIVE = "channel-key-inicis-live";
    private static final String OURS = "{\"channelKey\":\"" + LIVE + "\"}";

    private static PaymentFixture guarded;
    private static PaymentFixture believing;
    private PaymentFixture payments;
    private final OrderPass order = PaymentFixture.anOrder();

    private enum Forgery {
        STORE(Reason.ANOTHER_STORE, "{\"storeId\":\"store-x\",\"channelKey\":\"" + LIVE + "\"}"),
        CURRENCY(Reason.ANOTHER_CURRENCY, "{\"currency\":\"USD\",\"channelKey\":\"" + LIVE + "\"}"),
        CHANNEL(Reason.ANOTHER_CHANNEL, "{\"channelKey\":\"channel-key-of-somebody\"}"),
        TEST_CHANNEL(Reason.ANOTHER_CHANNEL, "{\"channelKey\":\"channel-key-inicis-test\"}");

        private final Reason reason;
        private final String origin;

        Forgery(Reason reason, String origin) {
            this.reason = reason;
            this.origin = origin;
        }
    }

    /** How we hear of a charge. */
    private enum Path {
        CONFIRM,
        JOB,
        WEBHOOK,
        COMPARISON,
        ADOPTION_BY_WEBHOOK,
        ADOPTION_BY_COMPARISON
    }

    static Stream<Arguments> forgeries() {
        return Stream.of(Forgery.values())
                .flatMap(forgery ->
                        Stream.of(Path.values()).map(path -> Arguments.of(forgery, path)));
    }

    @BeforeAll
    static void open() {
        guarded = new PaymentFixture(stores, LIVE, false, ForgeryTest::judging);
        believing =
                new PaymentFixture(stores, LIVE, false, settings -> shown -> new Judgement.Ours());
    }

    @BeforeEach
    void guardedUnlessSaid() {
        payments = guarded;
    }

    @AfterAll
    static void close() {
        guarded.database
                .sql()
                .sql(
                        "truncate orders, payments, refunds, ledger, comparisons, differences, webhooks cascade")
                .update();
        guarded.close();
        believing.close();
    }

    private static Function<Shown, Judgement> judging(PortOneSettings settings) {
        return new ProviderTrust(settings)::payment;
    }

    /** Paid at the provider and seen by us; the provider's id. */
    private String paid(Path path, String origin) throws Exception {
        return switch (path) {
            case CONFIRM -> confirmed(origin).providerId();
            case JOB -> {
                PaymentAttempt payment = payments.prepared(order);
                String token = payments.provider.approved(payment, OURS);
                payments.provider.moved(payment.providerId(), origin);
                payments.provider.faults(
                        payment,
                        "{\"kind\":\"CUT\",\"effect\":\"FIRST\"}",
                        "{\"kind\":\"CUT\",\"on\":\"GET\",\"times\":4}");
                payments.confirmPayment.confirm(payment.userId(), payment.id(), token);
                assertThat(payments.attempts.find(payment.id()).orElseThrow().isUnderWay())
                        .isTrue();
                payments.runJobs();
                yield payment.providerId();
            }
            case WEBHOOK, COMPARISON -> {
                PaymentAttempt payment = payments.prepared(order);
                payments.provider.approved(payment, OURS);
                payments.provider.moved(payment.providerId(), origin);
                payments.provider.charge(payment);
                heard(path, payment.providerId());
                yield payment.providerId();
            }
            case ADOPTION_BY_WEBHOOK, ADOPTION_BY_COMPARISON -> {
                String id = "onsale-" + UUID.randomUUID();
                payments.provider.paidElsewhere(id, PaymentFixture.PRICE_WON, payments.pass(order));
                payments.provider.moved(id, origin);
                heard(path, id);
                yield id;
            }
        };
    }

    private PaymentAttempt confirmed(String origin) {
        PaymentAttempt payment = payments.prepared(order);
        String token = payments.provider.approved(payment, OURS);
        payments.provider.moved(payment.providerId(), origin);
        payments.confirmPayment.confirm(payment.userId(), payment.id(), token);
        return payment;
    }

    private void heard(Path path, String providerId) throws Exception {
        if (path == Path.WEBHOOK || path == Path.ADOPTION_BY_WEBHOOK) {
            payments.handleWebhooks.handle(
                    new Webhook("w-" + providerId, "Transaction.Paid", providerId, ""));
        } else {
            payments.compareTonight();
        }
    }

    @ParameterizedTest
    @MethodSource("forgeries")
    void aForgeryPaysForNothingAndGoesBack(Forgery forgery, Path path) throws Exception {
        double before = refusals(forgery.reason);

        String id = paid(path, forgery.origin);

        assertThat(payments.told(order)).doesNotContain("OrderPaid");
        assertThat(payments.attempts.findByProviderId(id).map(PaymentAttempt::status))
                .isNotEqualTo(Optional.of(Status.SUCCESS));
        assertCounted(forgery, before);
        boolean isAtOurStore = forgery != Forgery.STORE;
        payments.runJobs();
        payments.runJobs();
        assertThat(payments.provider.keptWon(id))
                .isEqualTo(isAtOurStore ? 0 : PaymentFixture.PRICE_WON);
        if (isAtOurStore) {
            // what lies at other stores, from other cases, is not ours
            assertThat(payments.findings().keySet())
                    .allMatch(what -> what.startsWith("kept for nothing") && !what.endsWith(id));
        }
    }

    /** Once; but strangers of other stores leave no row, and count whenever they are listed. */
    private void assertCounted(Forgery forgery, double before) {
        if (forgery == Forgery.STORE) {
            assertThat(refusals(forgery.reason)).isGreaterThan(before);
        } else {
            assertThat(refusals(forgery.reason)).isEqualTo(before + 1);
        }
    }

    private double refusals(Reason reason) {
        return payments.registry.counter("onsale.payment.refused", "reason", reason.name()).count();
    }

    /** Canary: whoever believes everything sells the seats for it. */
    @ParameterizedTest
    @MethodSource("forgeries")
    void withoutTheJudgementAForgeryCounts(Forgery forgery, Path path) throws Exception {
        payments = believing;

        String id = paid(path, forgery.origin);

        assertThat(payments.told(order)).containsExactly("OrderPaid");
        assertThat(payments.attempts.findByProviderId(id).orElseThrow().status())
                .isEqualTo(Status.SUCCESS);
    }

    @Test
    void aTestChannelCountsOnlyInTestMode() throws Exception {
        String test = "channel-key-inicis-test";
        String origin = "{\"channelKey\":\"" + test + "\"}";
        try (PaymentFixture production =
                new PaymentFixture(stores, test, false, ForgeryTest::judging)) {
            payments = production;
            PaymentAttempt refused = confirmed(origin);
            assertThat(payments.told(order)).isEmpty();
            assertThat(refusals(Reason.TEST_CHANNEL)).isEqualTo(1);
            payments.runJobs();
            assertThat(payments.provider.keptWon(refused)).isZero();
        }

        try (PaymentFixture tests = new PaymentFixture(stores, test, true, ForgeryTest::judging)) {
            payments = tests;
            confirmed(origin);
            assertThat(payments.told(order)).containsExactly("OrderRefunded", "OrderPaid");
        }
    }

    /** The fan whose payment was refused can still pay, and the forgery stays refused. */
    @ParameterizedTest
    @EnumSource(Forgery.class)
    void theOrderIsPaidByTheNextAttempt(Forgery forgery) throws Exception {
        double before = refusals(forgery.reason);
        String id = paid(Path.WEBHOOK, forgery.origin);

        PaymentAttempt good = confirmed(OURS);
        heard(Path.COMPARISON, id);
        payments.runJobs();

        assertThat(payments.status(good)).isEqualTo(Status.SUCCESS);
        assertThat(payments.told(order)).startsWith("OrderPaid");
        assertThat(payments.provider.keptWon(good)).isEqualTo(PaymentFixture.PRICE_WON);
        assertCounted(forgery, before);
    }
}
