package onsale.payment.refund;

import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.RefundOrder;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.AttemptStore.AskedBack;
import onsale.payment.order.OrderStore;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentEvents;
import onsale.payment.points.Points;
import onsale.payment.provider.ProviderPayment;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/**
 * Requests refunds and completes them. Each refund is done once, however often it is requested, and
 * never more goes back than was paid; a refund is complete when the provider shows it.
 */
public final class RefundCharges {

    private final Database database;
    private final OrderStore orders;
    private final AttemptStore attempts;
    private final RefundStore refunds;
    private final Ledger ledger;
    private final PaymentEvents events;
    private final Points points;
    private final Supplier<UUID> ids;

    public RefundCharges(
            Database database,
            OrderStore orders,
            AttemptStore attempts,
            RefundStore refunds,
            Ledger ledger,
            PaymentEvents events,
            Points points,
            Supplier<UUID> ids) {
        this.database = database;
        this.orders = orders;
        this.attempts = attempts;
        this.refunds = refunds;
        this.ledger = ledger;
        this.events = events;
        this.points = points;
        this.ids = ids;
    }

    /**
     * Requests that what is left of a charge goes back. False if that was requested before.
     *
     * @param attemptId null if we do not know the payment
     */
    public boolean request(
            @Nullable UUID attemptId,
            String providerId,
            ProviderPayment.Charged charge,
            String reason) {
        return refunds.insert(
                new Refund(
                        ids.get(),
                        attemptId,
                        providerId,
                        charge.transactionId(),
                        charge.leftWon(),
                        0,
                        charge.leftWon(),
                        true,
                        charge.shown().currency(),
                        reason,
                        0));
    }

    /** Requests that all that is left of a paid attempt goes back. False if nothing is left. */
    public boolean request(PaymentAttempt paid, String reason) {
        AskedBack before = attempts.askedBack(paid.id());
        long priceWon = paid.totalWon() - before.priceWon();
        return priceWon > 0 && request(paid, paid.id(), priceWon, priceWon, reason);
    }

    /**
     * Requests a refund: money as long as there is any, and then the points that were spent. The
     * points come back at once. False if it was requested before. The order is locked.
     */
    private boolean request(
            PaymentAttempt paid, UUID refundId, long refundWon, long priceWon, String reason) {
        long moneyWon =
                Math.min(refundWon, paid.amountWon() - attempts.askedBack(paid.id()).amountWon());
        boolean isNew =
                refunds.insert(
                        new Refund(
                                refundId,
                                paid.id(),
                                paid.providerId(),
                                chargeOf(paid),
                                moneyWon,
                                refundWon - moneyWon,
                                priceWon,
                                false,
                                Refund.WON,
                                reason,
                                0));
        if (isNew) {
            attempts.askBack(paid.id(), moneyWon, priceWon);
            points.giveBack(paid.userId(), paid.id(), refundId, refundWon - moneyWon);
            points.settle(paid.id());
        }
        return isNew;
    }

    /** The charge that paid the order; none for an order of 0 won. */
    private static String chargeOf(PaymentAttempt attempt) {
        if (attempt.transactionId() == null && attempt.amountWon() == 0) {
            return "";
        }
        if (attempt.transactionId() == null) {
            throw new IllegalStateException("attempt " + attempt.id() + " was never paid");
        }
        return attempt.transactionId();
    }

    /**
     * Reservation has given up seats of this payment, or has none for it. Asked again after the
     * refund is done, tells so again. In the transaction of the message.
     */
    public void refundOrder(RefundOrder asked) {
        PaymentAttempt attempt = attempts.find(asked.paymentId()).orElseThrow();
        orders.lock(attempt.orderId());
        UUID refundId = asked.refundIdOrDefault();
        boolean isNew =
                request(attempt, refundId, asked.amount(), asked.priceOrDefault(), asked.reason());
        Refund refund = refunds.find(refundId);
        if (isNew && refund.amount() == 0) {
            complete(refund); // there is nothing that the provider could show
        } else {
            refunds.doneAt(refundId)
                    .ifPresent(doneAt ->
                            events.orderRefunded(attempt, asked.amount(), doneAt, null, refundId));
        }
    }

    /** The provider shows the money as given back. */
    public void complete(Refund refund) {
        database.inTransaction(() -> {
            @Nullable UUID attemptId = refund.attemptId();
            if (attemptId == null) {
                book(refund);
                return;
            }
            PaymentAttempt attempt = orders.lockByAttempt(attemptId).attempt(attemptId);
            if (book(refund)) {
                tell(refund, attempt);
            }
        });
    }

    /** False if the refund was complete before. */
    private boolean book(Refund refund) {
        boolean isNew = refunds.done(refund.id());
        if (isNew && refund.amount() > 0) {
            ledger.bookRefund(refund);
        }
        return isNew;
    }

    /** Tells reservation, except of charges in other currencies: they never paid for an order. */
    private void tell(Refund refund, PaymentAttempt attempt) {
        boolean paidTheOrder = !refund.whole();
        if (paidTheOrder && refunds.donePriceWon(attempt.id()) == attempt.totalWon()) {
            attempts.refunded(attempt.id());
        }
        if (refund.currency().equals(Refund.WON)) {
            events.orderRefunded(
                    attempt,
                    refund.amount() + refund.points(),
                    database.now(),
                    paidTheOrder ? null : refund.id(),
                    paidTheOrder ? refund.id() : null);
        }
    }
}
