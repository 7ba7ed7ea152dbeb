package onsale.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.pay.PreparePayment.Outcome;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Fans buy with money and points, give seats back for whatever fee is due, give up and come again,
 * while the provider refuses, fails and loses answers. In the end the provider's books are ours,
 * and every ledger sums to zero.
 */
class MoneyWalkTest {

    private static final long SEAT_WON = 7_770;
    private static final List<String> FAULTS =
            List.of(
                    "{\"kind\":\"ERROR\",\"on\":\"CANCEL\",\"effect\":\"FIRST\"}",
                    "{\"kind\":\"ERROR\",\"on\":\"CANCEL\"}",
                    "{\"kind\":\"DECLINE\",\"on\":\"CANCEL\"}",
                    "{\"kind\":\"ERROR\",\"on\":\"CONFIRM\",\"effect\":\"FIRST\"}",
                    "{\"kind\":\"DECLINE\",\"on\":\"CONFIRM\"}");

    @RegisterExtension static final Stores stores = Stores.shared();
    private static PaymentFixture payments;

    @BeforeAll
    static void open() {
        payments = new PaymentFixture(stores);
    }

    @AfterAll
    static void close() {
        payments.close();
    }

    /** Seats of a paid order that are still the fan's. */
    private static final class Bought {
        private final PaymentAttempt payment;
        private int seats;

        private Bought(PaymentAttempt payment, int seats) {
            this.payment = payment;
            this.seats = seats;
        }
    }

    @Test
    void whateverFansAndTheProviderDoTheBooksAgree() throws Exception {
        walk(60);
    }

    @Test
    @Tag("long")
    void longWalk() throws Exception {
        for (int round = 0; round < 20; round++) {
            walk(400);
        }
    }

    private static void walk(int steps) throws Exception {
        long seed = System.nanoTime();
        System.out.println("Money walk of " + steps + " steps, seed " + seed);
        Random random = new Random(seed);
        List<UUID> fans = List.of(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID());
        List<Bought> bought = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            UUID fan = fans.get(random.nextInt(fans.size()));
            switch (random.nextInt(6)) {
                case 0, 1, 2 -> buy(random, fan, bought);
                case 3, 4 -> giveBack(random, bought);
                default -> {
                    payments.runJobs();
                    if (random.nextBoolean()) {
                        payments.closeRefundWindows();
                    }
                }
            }
        }
        settle();
        assertThat(payments.findings()).as("seed %d", seed).isEmpty();
        for (Bought one : bought) {
            Status status = payments.status(one.payment);
            assertThat(status == Status.REFUNDED)
                    .as("seed %d, %d seats kept of %s", seed, one.seats, one.payment)
                    .isEqualTo(one.seats == 0 && status != Status.FAILED);
        }
    }

    private static void buy(Random random, UUID fan, List<Bought> bought) {
        int seats = 1 + random.nextInt(4);
        OrderPass order = PaymentFixture.anOrderOf(fan, seats * SEAT_WON);
        long spendable = payments.points(fan, "SPENDABLE");
        long points = random.nextBoolean() ? Math.min(spendable, random.nextInt(200)) : 0;
        if (!(payments.prepareWithPoints(order, points) instanceof Outcome.Prepared prepared)) {
            payments.closeOrder(order);
            return;
        }
        PaymentAttempt attempt = prepared.attempt();
        if (random.nextInt(3) == 0) {
            payments.provider.faults(attempt, FAULTS.get(random.nextInt(FAULTS.size())));
        }
        if (random.nextInt(8) == 0) {
            payments.closeOrder(order);
            return;
        }
        payments.confirmed(attempt);
        if (payments.status(attempt) == Status.SUCCESS) {
            bought.add(new Bought(attempt, seats));
        }
    }

    /** Some seats of an order, for a fee that is another one each time. */
    private static void giveBack(Random random, List<Bought> bought) {
        if (bought.isEmpty()) {
            return;
        }
        Bought one = bought.get(random.nextInt(bought.size()));
        if (one.seats == 0) {
            return;
        }
        int seats = 1 + random.nextInt(one.seats);
        long price = seats * SEAT_WON;
        long fee = price * List.of(0, 10, 20, 30, 100).get(random.nextInt(5)) / 100;
        UUID refund = UUID.randomUUID();
        for (int asked = 0; asked <= random.nextInt(2); asked++) {
            payments.refundOrder(one.payment, refund, price - fee, price);
        }
        one.seats -= seats;
    }

    private static void settle() {
        Wait.until(
                "nothing is under way",
                Duration.ofSeconds(60),
                () -> {
                    payments.runJobs();
                    return payments.database
                                    .sql()
                                    .sql(
                                            """
                                            select (select count(*) from refunds where state = 'ASKED')
                                                 + (select count(*) from payments
                                                    where status = 'PENDING'
                                                      and confirm_started_at is not null)
                                            """)
                                    .query(Long.class)
                                    .single()
                            == 0;
                });
    }
}
