package onsale.payment.pay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.PaymentFixture;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.pay.PaymentSearch.FoundPayment;
import onsale.payment.pay.PreparePayment.Outcome;
import onsale.platform.problem.ProblemException;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PaymentSearchTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static PaymentFixture payments;
    private static PaymentSearchController search;

    @BeforeAll
    static void open() {
        payments = new PaymentFixture(stores);
        search = new PaymentSearchController(new PaymentSearch(payments.database));
    }

    @AfterAll
    static void close() {
        payments.close();
    }

    private static PaymentAttempt prepared(OrderPass order, String key) {
        return ((Outcome.Prepared) payments.prepare(order, payments.pass(order), key)).attempt();
    }

    @Test
    void anAttemptIsFoundByItsIdItsReservationAndItsFailure() {
        OrderPass order = PaymentFixture.anOrder();
        PaymentAttempt first = prepared(order, "first");
        payments.cancelAttempt.cancel(first.userId(), first.id());
        PaymentAttempt second = prepared(order, "second");

        FoundPayment failed = search.find(first.id(), null, null, 0, 20).items().getFirst();

        assertThat(failed.status()).isEqualTo(Status.FAILED);
        assertThat(failed.failureReason()).isNotNull();
        assertThat(search.find(null, order.reservationId(), null, 0, 20).items())
                .extracting(FoundPayment::paymentId)
                .containsExactly(second.id(), first.id());
        assertThat(search.find(null, null, failed.failureReason(), 0, 20).items())
                .extracting(FoundPayment::paymentId)
                .contains(first.id())
                .doesNotContain(second.id());
        assertThat(search.find(null, order.reservationId(), null, 0, 1).total()).isEqualTo(2);
    }

    @Test
    void nothingAndTwoThingsAtOnceAreRefused() {
        UUID any = UUID.randomUUID();

        assertThat(search.find(any, null, null, 0, 20).items()).isEmpty();
        assertThatThrownBy(() -> search.find(null, null, null, 0, 20))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> search.find(any, any, null, 0, 20))
                .isInstanceOf(ProblemException.class);
    }
}
