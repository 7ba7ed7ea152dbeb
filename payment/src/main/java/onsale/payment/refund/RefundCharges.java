package onsale.payment.refund;

import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.RefundOrder;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.OrderStore;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentEvents;
import onsale.payment.provider.ProviderPayment;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/**
 * Requests refunds and completes them. A charge is given back at most once, however often that is
 * requested, and a refund is complete when the provider shows it.
 */
public final class RefundCharges {

    private final Database database;
    private final OrderStore orders;
    private final AttemptStore attempts;
    private final RefundStore refunds;
    private final Ledger ledger;
    private final PaymentEvents events;
    private final Supplier<UUID> ids;

    public RefundCharges(
            Database database,
            OrderStore orders,
            AttemptStore attempts,
            RefundStore refunds,
            Ledger ledger,
            PaymentEvents events,
            Supplier<UUID> ids) {
        this.database = database;
        this.orders = orders;
        this.attempts = attempts;
        this.refunds = refunds;
        this.ledger = ledger;
        this.events = events;
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
                        charge.shown().currency(),
                        reason,
                        0));
    }

    /** Requests that the money of a paid attempt goes back. False if that was requested before. */
    public boolean request(PaymentAttempt paid, String reason) {
        return refunds.insert(
                new Refund(
                        ids.get(),
                        paid.id(),
                        paid.providerId(),
                        chargeOf(paid),
                        paid.amountWon(),
                        Refund.WON,
                        reason,
                        0));
    }

    private static String chargeOf(PaymentAttempt attempt) {
        if (attempt.transactionId() == null) {
            throw new IllegalStateException("attempt " + attempt.id() + " was never paid");
        }
        return attempt.transactionId();
    }

    /**
     * Reservation has no seats for this money. Asked again after the refund is done, tells so
     * again. In the transaction of the message.
     */
    public void refundOrder(RefundOrder asked) {
        PaymentAttempt attempt = attempts.find(asked.paymentId()).orElseThrow();
        orders.lock(attempt.orderId());
        if (attempt.amountWon() == 0) {
            attempts.refunded(attempt.id());
            events.orderRefunded(attempt, 0, database.now(), null);
            return;
        }
        request(attempt, asked.reason());
        refunds.doneAt(attempt.providerId(), chargeOf(attempt))
                .ifPresent(
                        doneAt -> events.orderRefunded(attempt, attempt.amountWon(), doneAt, null));
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
        if (isNew) {
            ledger.bookRefund(refund);
        }
        return isNew;
    }

    /** Tells reservation, except of charges in other currencies: they never paid for an order. */
    private void tell(Refund refund, PaymentAttempt attempt) {
        boolean paidTheOrder = attempt.isPaidBy(refund.transactionId());
        if (paidTheOrder) {
            attempts.refunded(attempt.id());
        }
        if (refund.currency().equals(Refund.WON)) {
            events.orderRefunded(
                    attempt, refund.amount(), database.now(), paidTheOrder ? null : refund.id());
        }
    }
}
