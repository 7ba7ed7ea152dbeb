package onsale.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.ComparisonStore.Night;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Status;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The night in which our books are laid beside the provider's. */
class CompareBooksTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private Till till;
    private final OrderPass order = Till.anOrder();

    @BeforeEach
    void open() {
        till = new Till(stores);
    }

    @AfterEach
    void close() {
        execute("truncate orders, payments, refunds, ledger, comparisons, differences cascade");
        till.close();
    }

    private void execute(String sql) {
        till.database.sql().sql(sql).update();
    }

    /** What differs, by payment; and the night is over. */
    private Map<String, String> differences() throws Exception {
        execute("truncate comparisons");
        Night night = till.comparisons.due(0, "Asia/Seoul").orElseThrow();
        till.compare.compare(night, Duration.ofSeconds(-5), () -> true);
        assertThat(till.comparisons.unfinished()).isEmpty();
        Map<String, String> found = new TreeMap<>();
        till.database
                .sql()
                .sql("select provider_id, kind, what_follows from differences")
                .query(row -> {
                    found.put(row.getString(1), row.getString(2) + ", " + row.getString(3));
                });
        assertThat(till.comparisons.differences()).isEqualTo(found.size());
        return found;
    }

    private Payment paid() {
        Payment payment = till.prepared(order);
        till.confirmed(payment);
        return payment;
    }

    @Test
    void booksThatAgreeHaveNoDifference() throws Exception {
        Payment refunded = paid();
        till.refund(refunded);
        till.reconcile();
        till.confirmed(till.prepared(Till.anOrder()));
        till.prepared(Till.anOrder());
        Payment declined = till.prepared(Till.anOrder());
        till.faults(declined, "{\"kind\":\"DECLINE\"}");
        till.confirmed(declined);

        assertThat(differences()).isEmpty();
        assertThat(till.findings()).isEmpty();
    }

    @Test
    void aChargeWeDoNotKnowIsGivenBackOnce() throws Exception {
        String id = "onsale-" + UUID.randomUUID();
        till.paidElsewhere(id, 7_000, "who knows");

        assertThat(differences())
                .containsExactly(Map.entry(id, "UNKNOWN_HERE, given back: its order is not known"));
        till.reconcile();
        differences();
        till.reconcile();

        assertThat(till.kept(id)).isZero();
        assertThat(till.findings()).isEmpty();
        assertThat(
                        till.database
                                .sql()
                                .sql("select count(*) from refunds")
                                .query(Long.class)
                                .single())
                .isEqualTo(1);
    }

    @Test
    void aPaymentWeLostIsRebuiltFromItsOrder() throws Exception {
        String id = "onsale-" + UUID.randomUUID();
        till.paidElsewhere(id, Till.PRICE, till.passThatIsOver(order));

        assertThat(differences())
                .containsExactly(Map.entry(id, "UNKNOWN_HERE, rebuilt from the order sent along"));

        Payment rebuilt = till.store.findByProviderId(id).orElseThrow();
        assertThat(rebuilt.status()).isEqualTo(Status.SUCCESS);
        assertThat(rebuilt.userId()).isEqualTo(order.userId());
        assertThat(till.told(order)).containsExactly("OrderPaid");
        assertThat(till.findings()).isEmpty();
    }

    @Test
    void whoPaidAnotherAmountThanTheOrdersGetsItBack() throws Exception {
        String id = "onsale-" + UUID.randomUUID();
        till.paidElsewhere(id, 1_000, till.pass(order));

        differences();
        till.reconcile();

        assertThat(till.kept(id)).isZero();
        assertThat(till.told(order)).containsExactly("OrderRefunded");
        assertThat(till.findings()).isEmpty();
    }

    @Test
    void aPaymentOfSomebodyElseIsLeftAlone() throws Exception {
        till.paidElsewhere("shop-1", 3_000, "");

        assertThat(differences())
                .containsExactly(
                        Map.entry(
                                "shop-1",
                                "UNKNOWN_HERE, nothing: it is not a payment of this platform"));
        till.reconcile();
        assertThat(till.kept("shop-1")).isEqualTo(3_000);
    }

    @Test
    void aChargeThatEscapedUsIsSettled() throws Exception {
        Payment payment = till.prepared(order);
        till.approved(payment);
        till.pay.cancel(order.userId(), payment.id());
        till.charge(payment);

        assertThat(differences())
                .containsExactly(Map.entry(payment.providerId(), "CHARGED_THERE, given back"));
        till.reconcile();
        assertThat(differences()).as("seen in one night only").hasSize(1);

        assertThat(till.kept(payment)).isZero();
        assertThat(till.findings()).isEmpty();
    }

    @Test
    void whatTheProviderDoesNotKnowAndWhatDiffersIsForAPerson() throws Exception {
        Payment unknownThere = paid();
        execute("update payments set provider_id = 'onsale-nobody'");
        Payment differs = till.prepared(Till.anOrder());
        till.confirmed(differs);
        execute("update payments set amount = 49000 where id = '%s'".formatted(differs.id()));
        Payment cancelled = till.prepared(Till.anOrder());
        till.confirmed(cancelled);
        till.cancelledElsewhere(cancelled, 10_000);

        String forPeople = ", for a person to look at";
        assertThat(differences())
                .containsEntry("onsale-nobody", "UNKNOWN_THERE" + forPeople)
                .containsEntry(differs.providerId(), "AMOUNT_DIFFERS" + forPeople)
                .containsEntry(cancelled.providerId(), "CANCELLED_THERE" + forPeople)
                .containsKey(unknownThere.providerId());
        assertThat(till.store.find(cancelled.id()).orElseThrow().status())
                .isEqualTo(Status.SUCCESS);
    }

    /** A night that broke off goes on where it was; one that is over is not begun again. */
    @Test
    void aNightIsTakenUpAndDoneOnce() throws Exception {
        paid();
        Night night = till.comparisons.due(0, "Asia/Seoul").orElseThrow();
        till.compare.compare(night, Duration.ofSeconds(-5), () -> false);
        assertThat(till.comparisons.due(0, "Asia/Seoul")).isPresent();

        till.compare.compare(
                till.comparisons.due(0, "Asia/Seoul").orElseThrow(),
                Duration.ofSeconds(-5),
                () -> true);

        assertThat(till.comparisons.due(0, "Asia/Seoul")).isEmpty();
        assertThat(till.comparisons.due(24, "Asia/Seoul")).isEmpty();
        assertThat(List.of(till.comparisons.differences())).containsExactly(0L);
    }

    @Test
    void aNightBeginsAtItsHourWhereTheSalesAre() {
        int hour =
                till.database
                        .sql()
                        .sql("select extract(hour from now() at time zone 'Asia/Seoul')::int")
                        .query(Integer.class)
                        .single();

        assertThat(till.comparisons.due(hour + 2, "Asia/Seoul")).isEmpty();
        assertThat(till.comparisons.due(hour, "Asia/Seoul")).isPresent();
    }

    @Test
    void whatPeopleShouldLookAtIsAMetric() throws Exception {
        paid();
        execute("update payments set provider_id = 'onsale-nobody'");
        assertThat(differences()).isNotEmpty();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();

        PaymentMetrics.register(registry, till.store, till.comparisons, till.portOne);

        assertThat(registry.get("onsale.payment.differences").gauge().value())
                .isEqualTo(till.comparisons.differences());
        assertThat(registry.get("onsale.payment.unknown").gauge().value()).isZero();
    }

    /** The provider's answers are kept as long as the law asks, and no longer. */
    @Test
    void oldAnswersAreForgottenAndTheRestStays() throws Exception {
        paid();
        Duration age = Duration.ofDays(10);
        assertThat(till.comparisons.forgetAnswers(age, 10)).isZero();
        execute("update payments set created_at = created_at - interval '11 days'");

        assertThat(till.comparisons.forgetAnswers(age, 10)).isEqualTo(1);
        assertThat(till.comparisons.forgetAnswers(age, 10)).isZero();
        assertThat(till.findings()).isEmpty();
    }
}
