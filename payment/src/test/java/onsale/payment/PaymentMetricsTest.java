package onsale.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PaymentMetricsTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private PaymentFixture payments;

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

    @Test
    void whatPeopleShouldLookAtIsAMetric() throws Exception {
        payments.confirmed(payments.prepared(PaymentFixture.anOrder()));
        execute("update payments set provider_id = 'onsale-nobody'");
        payments.compareTonight();
        assertThat(payments.comparisons.differences()).isPositive();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();

        PaymentMetrics.register(
                registry, payments.due, payments.refunds, payments.comparisons, payments.portOne);

        assertThat(registry.get("onsale.payment.differences").gauge().value())
                .isEqualTo(payments.comparisons.differences());
        assertThat(registry.get("onsale.payment.unknown").gauge().value()).isZero();
    }
}
