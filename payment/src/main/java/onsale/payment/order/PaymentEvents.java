package onsale.payment.order;

import java.time.Instant;
import java.util.UUID;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.OrderRefunded;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import org.jspecify.annotations.Nullable;

/** The messages that tell reservation of verdicts and refunds, in the transaction that decides. */
public final class PaymentEvents {

    private final Database database;
    private final Outbox outbox;

    public PaymentEvents(Database database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    void orderPaid(PaymentAttempt attempt) {
        outbox.record(paid(attempt, attempt.paidAt() == null ? database.now() : attempt.paidAt()));
    }

    /** The message, for a caller that sends its whole transaction at once. */
    public Outbox.Statement orderPaidStatement(PaymentAttempt attempt, Instant paidAt) {
        return outbox.statement(paid(attempt, paidAt));
    }

    /** To be called when the transaction of the statement has committed. */
    public void committed(Outbox.Statement statement) {
        outbox.committed(statement);
    }

    private static Outgoing paid(PaymentAttempt attempt, Instant paidAt) {
        return outgoing(
                attempt.reservationId(),
                new OrderPaid(
                        attempt.orderId(),
                        attempt.reservationId(),
                        attempt.id(),
                        attempt.totalWon(),
                        paidAt,
                        attempt.method().name()));
    }

    void orderClosed(Order order, String reason) {
        record(
                order.reservationId(),
                new OrderClosed(order.id(), order.reservationId(), reason, database.now()));
    }

    /**
     * Tells that the provider shows money as given back.
     *
     * @param strayRefundId null for the money that paid the order; else the refund of a charge that
     *     paid for nothing
     * @param refundId the refund that reservation asked for; null for a stray one
     */
    public void orderRefunded(
            PaymentAttempt attempt,
            long amountWon,
            Instant doneAt,
            @Nullable UUID strayRefundId,
            @Nullable UUID refundId) {
        record(
                attempt.reservationId(),
                new OrderRefunded(
                        attempt.orderId(),
                        attempt.reservationId(),
                        attempt.id(),
                        amountWon,
                        doneAt,
                        strayRefundId,
                        refundId));
    }

    private void record(UUID reservationId, Object message) {
        outbox.record(outgoing(reservationId, message));
    }

    private static Outgoing outgoing(UUID reservationId, Object message) {
        return new Outgoing(Topic.PAYMENT_EVENTS, reservationId.toString(), message);
    }
}
