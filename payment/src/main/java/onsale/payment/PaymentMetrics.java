package onsale.payment;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;
import onsale.payment.books.ComparisonStore;
import onsale.payment.order.DueAttempts;
import onsale.payment.provider.PortOnePayments;
import onsale.payment.refund.RefundStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gauges of payments that an operator should look at. They are read from rows, so that every
 * node shows the same.
 */
final class PaymentMetrics {

    private static final Logger LOG = LoggerFactory.getLogger(PaymentMetrics.class);

    private PaymentMetrics() {}

    static void register(
            MeterRegistry registry,
            DueAttempts due,
            RefundStore refunds,
            ComparisonStore comparisons,
            PortOnePayments provider) {
        gauge(
                registry,
                "onsale.payment.differences",
                "Differences that the last comparison with the provider's books has found",
                comparisons::differences);
        gauge(
                registry,
                "onsale.payment.unknown",
                "Payments whose end has not been known for more than a minute",
                due::countOverdue);
        gauge(
                registry,
                "onsale.payment.refunds.late",
                "Refunds that the provider has not shown as done for more than ten minutes",
                refunds::countLate);
        gauge(
                registry,
                "onsale.payment.provider.spared",
                "1 while the provider is not called because its calls fail",
                () -> provider.isBreakerOpen() ? 1 : 0);
    }

    private static void gauge(
            MeterRegistry registry, String name, String description, Supplier<Number> value) {
        Gauge.builder(name, () -> read(name, value)).description(description).register(registry);
    }

    private static Number read(String name, Supplier<Number> value) {
        try {
            return value.get();
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be read: {}", name, e.toString());
            return Double.NaN;
        }
    }
}
