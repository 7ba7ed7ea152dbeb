package onsale.payment.books;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.books.ComparisonStore.Night;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The nightly comparison of our books with the provider's. */
class CompareBooksTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private PaymentFixture payments;
    private final OrderPass order = PaymentFixture.anOrder();

    @BeforeEach
    void open() {
        payments = new PaymentFixture(stores);
    }

    @AfterEach
    void close() {
        execute("truncate orders, payments, refunds, ledger, comparisons, differences cascade");
        payments.close();
    }

    private void execute(String sql) {
        payments.database.sql().sql(sql).update();
    }

    /** What differs, by payment; and the night is over. */
    private Map<String, String> differences() throws Exception {
        payments.compareTonight();
        assertThat(payments.comparisons.unfinished()).isEmpty();
        Map<String, String> found = new TreeMap<>();
        payments.database
                .sql()
                .sql("select provider_id, kind, what_follows from differences")
                .query(row -> {
                    found.put(row.getString(1), row.getString(2) + ", " + row.getString(3));
                });
        assertThat(payments.comparisons.differences()).isEqualTo(found.size());
        return found;
    }

    private PaymentAttempt paid() {
        PaymentAttempt payment = payments.prepared(order);
        payments.confirmed(payment);
        return payment;
    }

    @Test
    void booksThatAgreeHaveNoDifference() throws Exception {
        PaymentAttempt refunded = paid();
        payments.refundOrder(refunded);
        payments.runJobs();
        payments.confirmed(payments.prepared(PaymentFixture.anOrder()));
        payments.prepared(PaymentFixture.anOrder());
        PaymentAttempt declined = payments.prepared(PaymentFixture.anOrder());
        payments.provider.faults(declined, "{\"kind\":\"DECLINE\"}");
        payments.confirmed(declined);

        assertThat(differences()).isEmpty();
        assertThat(payments.findings()).isEmpty();
    }

    @Test
    void aChargeWeDoNotKnowIsGivenBackOnce() throws Exception {
        String id = "onsale-" + UUID.randomUUID();
        payments.provider.paidElsewhere(id, 7_000, "who knows");

        assertThat(differences())
                .containsExactly(Map.entry(id, "UNKNOWN_HERE, given back: its order is not known"));
        payments.runJobs();
        differences();
        payments.runJobs();

        assertThat(payments.provider.keptWon(id)).isZero();
        assertThat(payments.findings()).isEmpty();
        assertThat(
                        payments.database
                                .sql()
                                .sql("select count(*) from refunds")
                                .query(Long.class)
                                .single())
                .isEqualTo(1);
    }

    @Test
    void aPaymentWeLostIsRebuiltFromItsOrder() throws Exception {
        String id = "onsale-" + UUID.randomUUID();
        payments.provider.paidElsewhere(id, PaymentFixture.PRICE_WON, payments.expiredPass(order));

        assertThat(differences())
                .containsExactly(Map.entry(id, "UNKNOWN_HERE, rebuilt from the order sent along"));

        PaymentAttempt rebuilt = payments.attempts.findByProviderId(id).orElseThrow();
        assertThat(rebuilt.status()).isEqualTo(Status.SUCCESS);
        assertThat(rebuilt.userId()).isEqualTo(order.userId());
        assertThat(payments.told(order)).containsExactly("OrderPaid");
        assertThat(payments.findings()).isEmpty();
    }

    @Test
    void whoPaidAnotherAmountThanTheOrdersGetsItBack() throws Exception {
        String id = "onsale-" + UUID.randomUUID();
        payments.provider.paidElsewhere(id, 1_000, payments.pass(order));

        differences();
        payments.runJobs();

        assertThat(payments.provider.keptWon(id)).isZero();
        assertThat(payments.told(order)).containsExactly("OrderRefunded");
        assertThat(payments.findings()).isEmpty();
    }

    @Test
    void aPaymentOfSomebodyElseIsLeftAlone() throws Exception {
        payments.provider.paidElsewhere("shop-1", 3_000, "");

        assertThat(differences())
                .containsExactly(
                        Map.entry(
                                "shop-1",
                                "UNKNOWN_HERE, nothing: it is not a payment of this platform"));
        payments.runJobs();
        assertThat(payments.provider.keptWon("shop-1")).isEqualTo(3_000);
    }

    @Test
    void aChargeThatEscapedUsIsSettled() throws Exception {
        PaymentAttempt payment = payments.prepared(order);
        payments.provider.approved(payment);
        payments.cancelAttempt.cancel(order.userId(), payment.id());
        payments.provider.charge(payment);

        assertThat(differences())
                .containsExactly(Map.entry(payment.providerId(), "CHARGED_THERE, given back"));
        payments.runJobs();
        assertThat(differences()).as("seen in one night only").hasSize(1);

        assertThat(payments.provider.keptWon(payment)).isZero();
        assertThat(payments.findings()).isEmpty();
    }

    @Test
    void whatTheProviderDoesNotKnowAndWhatDiffersIsForAPerson() throws Exception {
        PaymentAttempt unknownThere = paid();
        execute("update payments set provider_id = 'onsale-nobody'");
        PaymentAttempt differs = payments.prepared(PaymentFixture.anOrder());
        payments.confirmed(differs);
        execute("update payments set amount = 49000 where id = '%s'".formatted(differs.id()));
        PaymentAttempt cancelled = payments.prepared(PaymentFixture.anOrder());
        payments.confirmed(cancelled);
        payments.provider.cancelledElsewhere(cancelled, 10_000);

        String forPeople = ", for a person to look at";
        assertThat(differences())
                .containsEntry("onsale-nobody", "UNKNOWN_THERE" + forPeople)
                .containsEntry(differs.providerId(), "AMOUNT_DIFFERS" + forPeople)
                .containsEntry(cancelled.providerId(), "CANCELLED_THERE" + forPeople)
                .containsKey(unknownThere.providerId());
        assertThat(payments.status(cancelled)).isEqualTo(Status.SUCCESS);
    }

    /** A night that broke off goes on where it was; one that is over is not begun again. */
    @Test
    void aNightIsTakenUpAndDoneOnce() throws Exception {
        paid();
        Night night = payments.comparisons.due(0, "Asia/Seoul").orElseThrow();
        payments.compareBooks.compare(night, Duration.ofSeconds(-5), () -> false);
        assertThat(payments.comparisons.due(0, "Asia/Seoul")).isPresent();

        payments.compareBooks.compare(
                payments.comparisons.due(0, "Asia/Seoul").orElseThrow(),
                Duration.ofSeconds(-5),
                () -> true);

        assertThat(payments.comparisons.due(0, "Asia/Seoul")).isEmpty();
        assertThat(payments.comparisons.due(24, "Asia/Seoul")).isEmpty();
        assertThat(List.of(payments.comparisons.differences())).containsExactly(0L);
    }

    @Test
    void aNightBeginsAtItsHourWhereTheSalesAre() {
        int hour =
                payments.database
                        .sql()
                        .sql("select extract(hour from now() at time zone 'Asia/Seoul')::int")
                        .query(Integer.class)
                        .single();

        assertThat(payments.comparisons.due(hour + 2, "Asia/Seoul")).isEmpty();
        assertThat(payments.comparisons.due(hour, "Asia/Seoul")).isPresent();
    }

    /** The provider's answers are kept as long as the law asks, and no longer. */
    @Test
    void oldAnswersAreDeletedAndTheRestStays() throws Exception {
        paid();
        Duration age = Duration.ofDays(10);
        assertThat(payments.comparisons.deleteAnswersOlderThan(age, 10)).isZero();
        execute("update payments set created_at = created_at - interval '11 days'");

        assertThat(payments.comparisons.deleteAnswersOlderThan(age, 10)).isEqualTo(1);
        assertThat(payments.comparisons.deleteAnswersOlderThan(age, 10)).isZero();
        assertThat(payments.findings()).isEmpty();
    }
}
