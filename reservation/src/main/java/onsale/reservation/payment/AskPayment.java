package onsale.reservation.payment;

import java.util.List;
import java.util.UUID;
import onsale.contracts.CloseOrder;
import onsale.contracts.OrderRefunded;
import onsale.contracts.RefundOrder;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.payment.CloseOrderStore.CloseQuestion;
import onsale.reservation.payment.RefundStore.Refund;

/**
 * Asks payment to close an order or to give money back, and asks again, less and less often, until
 * the answer is heard. So neither a lost question nor a lost answer leaves a fan without seats and
 * without money.
 */
public final class AskPayment {

    private static final int AT_ONCE = 100;

    private final Database database;
    private final CloseOrderStore closeOrders;
    private final RefundStore refunds;
    private final Outbox outbox;

    public AskPayment(
            Database database, CloseOrderStore closeOrders, RefundStore refunds, Outbox outbox) {
        this.database = database;
        this.closeOrders = closeOrders;
        this.refunds = refunds;
        this.outbox = outbox;
    }

    /** Asks to close the order, in the caller's transaction, which has locked the reservation. */
    public void toClose(Reservation reservation, Reason reason) {
        closeOrders.asked(reservation.id(), reason);
        remindToClose(reservation, reason);
    }

    /** Asks once more to close the order, without changing when it is asked next. */
    public void remindToClose(Reservation reservation, Reason reason) {
        tell(new CloseQuestion(reservation.id(), reservation.orderId(), reason.name()));
    }

    /** Asks to give a payment back; asked twice under the same id, it is one refund. */
    public void toRefund(Refund refund) {
        if (refunds.asked(refund)) {
            tell(refund);
        }
    }

    /** Payment's answer to a refund, in the transaction of the message. */
    public void refunded(OrderRefunded told) {
        if (told.strayRefundId() == null) {
            refunds.refunded(told);
        }
    }

    /** Asks again what is unanswered and due. Returns how many questions were asked. */
    public int askAgain() {
        return database.inTransaction(() -> {
            List<CloseQuestion> closes = closeOrders.due(AT_ONCE);
            List<Refund> unanswered = refunds.due(AT_ONCE);
            closes.forEach(this::tell);
            unanswered.forEach(this::tell);
            return closes.size() + unanswered.size();
        });
    }

    private void tell(CloseQuestion question) {
        record(
                question.reservationId(),
                new CloseOrder(question.orderId(), question.reservationId(), question.reason()));
    }

    private void tell(Refund refund) {
        record(
                refund.reservationId(),
                new RefundOrder(
                        refund.orderId(),
                        refund.reservationId(),
                        refund.paymentId(),
                        refund.amount(),
                        refund.reason(),
                        refund.id(),
                        refund.price()));
    }

    private void record(UUID reservationId, Object message) {
        outbox.record(new Outgoing(Topic.RESERVATION_EVENTS, reservationId.toString(), message));
    }
}
