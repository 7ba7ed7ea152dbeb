package onsale.payment.pay;

import java.time.Instant;
import java.util.UUID;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.platform.Redacted;
import onsale.platform.portone.PaymentMethod;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.portone.ProviderPages;
import org.jspecify.annotations.Nullable;

/** Shows payment attempts to their fans. */
final class PaymentViews {

    /**
     * A payment attempt as its fan sees it.
     *
     * @param amount what the provider takes
     * @param points what was paid with points besides
     * @param checking whether the provider may have the money and is being asked
     */
    record PaymentView(
            UUID paymentId,
            Status status,
            long amount,
            long points,
            PaymentMethod method,
            UUID reservationId,
            boolean checking,
            @Nullable String failureReason,
            @Nullable Instant paidAt,
            Instant createdAt,
            Provider provider) {}

    /**
     * What is needed to open the provider's page.
     *
     * @param customData to be sent along by a fan who has just prepared the payment: the order
     *     itself, by which our books could be rebuilt from the provider's
     * @param payUrl the page to send the fan to, with {@code redirect} added; null where the
     *     provider's browser SDK opens it
     */
    record Provider(
            String storeId,
            String channelKey,
            String paymentId,
            @Nullable String customData,
            @Nullable String payUrl) {
        @Override
        public String toString() {
            return Redacted.text(this, "customData", "payUrl");
        }
    }

    private final String storeId;
    private final PaymentMethods methods;
    private final ProviderPages pages;

    PaymentViews(PortOneSettings portOne, PaymentMethods methods) {
        this.storeId = portOne.storeId();
        this.methods = methods;
        this.pages = new ProviderPages(portOne);
    }

    PaymentView of(PaymentAttempt attempt) {
        return of(attempt, null);
    }

    /**
     * @param paymentOrder the signed order, if the fan may go to the provider's page with it
     */
    PaymentView of(PaymentAttempt attempt, @Nullable String paymentOrder) {
        return new PaymentView(
                attempt.id(),
                attempt.status(),
                attempt.amountWon(),
                attempt.pointsUsed(),
                attempt.method(),
                attempt.reservationId(),
                attempt.isUnderWay(),
                attempt.failureReason(),
                attempt.paidAt(),
                attempt.createdAt(),
                new Provider(
                        storeId,
                        methods.channelOf(attempt),
                        attempt.providerId(),
                        paymentOrder,
                        pages.payUrl(attempt.providerId(), paymentOrder)));
    }
}
