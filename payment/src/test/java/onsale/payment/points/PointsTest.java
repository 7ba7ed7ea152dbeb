package onsale.payment.points;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.pay.PreparePayment.Outcome;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Points are earned, spent, returned, taken back and expire, and always add up. */
class PointsTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static PaymentFixture payments;
    private final UUID ann = UUID.randomUUID();

    @BeforeAll
    static void open() {
        payments = new PaymentFixture(stores);
    }

    @AfterAll
    static void close() {
        payments.close();
    }

    @AfterEach
    void theBooksAreInOrder() throws Exception {
        assertThat(payments.findings()).isEmpty();
    }

    @Test
    void aPaymentEarnsOnePercentThatIsSpendableWhenNothingCanBeGivenBackAnyMore() {
        paid(50_000);

        assertThat(pending()).isEqualTo(500);
        assertThat(spendable()).isZero();
        payments.runJobs();
        assertThat(pending()).isEqualTo(500);

        payments.closeRefundWindows();

        assertThat(pending()).isZero();
        assertThat(spendable()).isEqualTo(500);
    }

    @Test
    void whatIsGivenBackEarnsNothing() {
        PaymentAttempt payment = paid(50_000);

        payments.refundOrder(payment, UUID.randomUUID(), 18_000, 20_000L);
        assertThat(pending()).isEqualTo(300);
        payments.refundOrder(payment, UUID.randomUUID(), 30_000, 30_000L);
        assertThat(pending()).isZero();
        payments.runJobs();
    }

    @Test
    void pointsThatWereSpentAreTakenFromOthersAndDebtsAreForgiven() {
        PaymentAttempt first = paid(50_000);
        payments.closeRefundWindows();
        paid(prepared(PaymentFixture.anOrderOf(ann, 10_000), 400)); // earns 96 more

        payments.closeRefundWindows();
        payments.refundOrder(first);
        payments.runJobs();

        assertThat(spendable()).isZero(); // 100 and 96 were left of the 500
        assertThat(payments.points(ann, "SPENT")).isEqualTo(400);
    }

    @Test
    void pointsPayAPartAndTheProviderTheRest() {
        paid(100_000);
        payments.closeRefundWindows();
        OrderPass order = PaymentFixture.anOrderOf(ann, 50_000);

        PaymentAttempt attempt = prepared(order, 1_000);
        assertThat(spendable()).isZero();
        paid(attempt);

        assertThat(payments.provider.keptWon(attempt)).isEqualTo(49_000);
        assertThat(payments.status(attempt)).isEqualTo(Status.SUCCESS);
        assertThat(pending()).isEqualTo(490);

        payments.refundOrder(attempt, UUID.randomUUID(), 50_000, 50_000L);
        payments.runJobs();

        assertThat(payments.status(attempt)).isEqualTo(Status.REFUNDED);
        assertThat(payments.provider.keptWon(attempt)).isZero();
        assertThat(spendable()).isEqualTo(1_000);
        assertThat(pending()).isZero();
    }

    @Test
    void moneyComesBackBeforePoints() {
        paid(100_000);
        payments.closeRefundWindows();
        PaymentAttempt attempt = prepared(PaymentFixture.anOrderOf(ann, 2_000), 1_000);
        paid(attempt);

        payments.refundOrder(attempt, UUID.randomUUID(), 900, 1_000L);
        payments.runJobs();
        assertThat(payments.provider.keptWon(attempt)).isEqualTo(100);
        assertThat(spendable()).isZero();

        payments.refundOrder(attempt, UUID.randomUUID(), 900, 1_000L);
        payments.runJobs();
        assertThat(payments.provider.keptWon(attempt)).isZero();
        assertThat(spendable()).isEqualTo(800);
    }

    @Test
    void anOrderThatPointsPayInFullNeedsNoProvider() {
        paid(100_000);
        payments.closeRefundWindows();

        PaymentAttempt attempt = prepared(PaymentFixture.anOrderOf(ann, 1_000), 1_000);

        assertThat(attempt.status()).isEqualTo(Status.SUCCESS);
        payments.refundOrder(attempt, UUID.randomUUID(), 1_000, 1_000L);
        assertThat(payments.status(attempt)).isEqualTo(Status.REFUNDED);
        assertThat(spendable()).isEqualTo(1_000);
    }

    @Test
    void anAttemptThatFailsGivesItsPointsBack() {
        paid(100_000);
        payments.closeRefundWindows();
        OrderPass order = PaymentFixture.anOrderOf(ann, 50_000);
        PaymentAttempt attempt = prepared(order, 1_000);

        payments.cancelAttempt.cancel(ann, attempt.id());
        assertThat(spendable()).isEqualTo(1_000);

        prepared(order, 600);
        payments.closeOrder(order);
        assertThat(spendable()).isEqualTo(1_000);
    }

    @Test
    void nobodySpendsWhatIsNotThere() {
        OrderPass order = PaymentFixture.anOrderOf(ann, 50_000);

        assertThat(payments.prepareWithPoints(order, 1))
                .isInstanceOf(Outcome.NotEnoughPoints.class);
        assertThat(payments.prepareWithPoints(order, 50_001))
                .isInstanceOf(Outcome.TooManyPoints.class);
        assertThat(payments.attempts.countOfUser(ann)).isZero();
    }

    @Test
    void spentManyTimesAtOnceAPointPaysOnce() throws Exception {
        paid(100_000);
        payments.closeRefundWindows();
        Callable<Outcome> spend =
                () -> payments.prepareWithPoints(PaymentFixture.anOrderOf(ann, 50_000), 700);

        long made = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Outcome> outcome :
                    threads.invokeAll(List.of(spend, spend, spend, spend, spend, spend))) {
                made += outcome.get() instanceof Outcome.NotEnoughPoints ? 0 : 1;
            }
        }

        assertThat(made).isEqualTo(1);
        assertThat(spendable()).isEqualTo(300);
    }

    @Test
    void pointsThatAreNotSpentExpireAndThoseThatComeBackAreGoodForAWhile() {
        paid(100_000);
        payments.closeRefundWindows();
        PaymentAttempt attempt = prepared(PaymentFixture.anOrderOf(ann, 50_000), 300);
        payments.database
                .sql()
                .sql("update point_lots set expires_at = now() where user_id = ?")
                .param(ann)
                .update();

        payments.runJobs();
        assertThat(spendable()).isZero();
        assertThat(payments.points(ann, "EXPIRED")).isEqualTo(700);

        payments.cancelAttempt.cancel(ann, attempt.id());
        payments.runJobs();
        assertThat(spendable()).isEqualTo(300);
    }

    private PaymentAttempt paid(long amountWon) {
        return paid(payments.prepared(PaymentFixture.anOrderOf(ann, amountWon)));
    }

    private PaymentAttempt paid(PaymentAttempt attempt) {
        payments.confirmed(attempt);
        payments.runJobs();
        return payments.attempts.find(attempt.id()).orElseThrow();
    }

    private static PaymentAttempt prepared(OrderPass order, long points) {
        Outcome outcome = payments.prepareWithPoints(order, points);
        if (outcome instanceof Outcome.Prepared prepared) {
            return prepared.attempt();
        }
        throw new AssertionError("not prepared: " + outcome);
    }

    private long spendable() {
        return payments.points(ann, "SPENDABLE");
    }

    private long pending() {
        return payments.points(ann, "PENDING");
    }
}
