package onsale.payment.pay;

import java.util.Optional;
import java.util.UUID;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.LockedOrder;
import onsale.payment.order.OrderStore;
import onsale.payment.order.OrderVerdicts;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.platform.db.Database;

/** Cancels an attempt whose confirm has not started; the order can still be paid by another. */
public final class CancelAttempt {

    /** The outcome of cancelling an attempt. */
    public sealed interface Outcome {

        /** The attempt has failed, by this request or before. */
        record Cancelled(PaymentAttempt attempt) implements Outcome {}

        record NotFound() implements Outcome {}

        /** The attempt is being confirmed or was paid. */
        record WrongState(Status status) implements Outcome {}
    }

    private final Database database;
    private final OrderStore orders;
    private final AttemptStore attempts;
    private final OrderVerdicts verdicts;

    public CancelAttempt(
            Database database, OrderStore orders, AttemptStore attempts, OrderVerdicts verdicts) {
        this.database = database;
        this.orders = orders;
        this.attempts = attempts;
        this.verdicts = verdicts;
    }

    public Outcome cancel(UUID userId, UUID attemptId) {
        Optional<PaymentAttempt> found =
                attempts.find(attemptId).filter(attempt -> attempt.isOf(userId));
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        return database.inTransaction(() -> {
            LockedOrder locked = orders.lockWithAttempts(found.get().orderId());
            PaymentAttempt attempt = locked.attempt(attemptId);
            if (attempt.isWaiting()) {
                return new Outcome.Cancelled(
                        verdicts.failed(locked, attempt, "given up by the fan", ""));
            }
            return attempt.status() == Status.FAILED
                    ? new Outcome.Cancelled(attempt)
                    : new Outcome.WrongState(attempt.status());
        });
    }
}
