package onsale.payment;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What somebody should look at. Read from the rows, so that every node says the same. */
final class PaymentMetrics {

    private static final Logger LOG = LoggerFactory.getLogger(PaymentMetrics.class);

    private PaymentMetrics() {}

    static void register(
            MeterRegistry registry,
            PaymentStore payments,
            ComparisonStore comparisons,
            PortOne provider) {
        gauge(
                registry,
                "onsale.payment.differences",
                "Differences that the last comparison with the provider's books has found",
                comparisons::differences);
        gauge(
                registry,
                "onsale.payment.unknown",
                "Payments whose end is not known for more than a minute",
                payments::unknownForLong);
        gauge(
                registry,
                "onsale.payment.refunds.late",
                "Refunds that the provider does not show for more than ten minutes",
                payments::lateRefunds);
        gauge(
                registry,
                "onsale.payment.provider.spared",
                "1 while the provider is not called because it does not answer",
                () -> provider.isSpared() ? 1 : 0);
    }

    private static void gauge(
            MeterRegistry registry, String name, String what, Supplier<Number> value) {
        Gauge.builder(name, () -> read(name, value)).description(what).register(registry);
    }

    private static Number read(String name, Supplier<Number> value) {
        try {
            return value.get();
        } catch (RuntimeException e) {
            LOG.warn("{} is not known: {}", name, e.toString());
            return Double.NaN;
        }
    }
}
