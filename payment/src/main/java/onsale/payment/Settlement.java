package onsale.payment;

import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.CloseOrder;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.OrderRefunded;
import onsale.contracts.RefundOrder;
import onsale.contracts.Topic;
import onsale.payment.PaymentStore.Order;
import onsale.payment.PaymentStore.OrderState;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Refund;
import onsale.payment.PaymentStore.Status;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows from what is known. An order gets one verdict: paid by its one payment that
 * succeeded, or closed while none was under way. Money that arrives for anything else goes back.
 * Every method locks the order first and may be called again with the same facts.
 */
final class Settlement {

    private static final String PROVIDER = "PROVIDER";
    private static final String SALES = "SALES";
    private static final String REFUNDS = "REFUNDS";
    private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

    private final Database database;
    private final PaymentStore store;
    private final Outbox outbox;
    private final Supplier<UUID> ids;
    private final int attemptsMax;

    Settlement(
            Database database,
            PaymentStore store,
            Outbox outbox,
            Supplier<UUID> ids,
            int attemptsMax) {
        this.database = database;
        this.store = store;
        this.outbox = outbox;
        this.ids = ids;
        this.attemptsMax = attemptsMax;
    }

    /** The provider shows this payment so. Returns it as it is afterwards. */
    Payment apply(UUID paymentId, ProviderView view) {
        return database.inTransaction(() -> {
            Order order = store.lockOrder(store.find(paymentId).orElseThrow().orderId());
            Payment payment = store.find(paymentId).orElseThrow();
            switch (view) {
                case ProviderView.Paid paid -> paid(order, payment, paid);
                case ProviderView.Failed failed -> {
                    if (payment.status() == Status.PENDING) {
                        failed(order, payment, failed.reason(), failed.json());
                    }
                }
                case ProviderView.Cancelled cancelled -> {
                    if (payment.status() == Status.PENDING) {
                        failed(order, payment, "cancelled at the provider", cancelled.json());
                    } else if (payment.status() == Status.SUCCESS
                            && !store.hasRefund(payment.id())) {
                        LOG.error("Payment {} was cancelled by somebody else", payment.id());
                    }
                }
                case ProviderView.Open _, ProviderView.Unknown _ -> {
                    // not final: asked again later
                }
            }
            return store.find(paymentId).orElseThrow();
        });
    }

    private void paid(Order order, Payment payment, ProviderView.Paid paid) {
        if (payment.status() == Status.SUCCESS || payment.status() == Status.REFUNDED) {
            return;
        }
        // The same charge is booked once: its entry is the payment.
        store.book(payment.id(), SALES, PROVIDER, paid.amountWon(), payment.id());
        if (fits(order, payment, paid)) {
            store.succeed(payment.id(), paid);
            store.verdict(order.id(), OrderState.PAID);
            tell(
                    payment.reservationId(),
                    new OrderPaid(
                            order.id(),
                            payment.reservationId(),
                            payment.id(),
                            payment.amount(),
                            paid.paidAt()));
        } else {
            if (payment.status() == Status.PENDING) {
                failed(order, payment, "paid without an order to pay", paid.json());
            }
            store.refund(ids.get(), payment, "PAID_FOR_NOTHING");
        }
    }

    private boolean fits(Order order, Payment payment, ProviderView.Paid paid) {
        return order.state() == OrderState.OPEN
                && payment.status() == Status.PENDING
                && paid.amountWon() == payment.amount()
                && !anotherUnderWay(order, payment);
    }

    private boolean anotherUnderWay(Order order, Payment payment) {
        return store.ofOrder(order.id()).stream()
                .anyMatch(other -> !other.id().equals(payment.id()) && other.isUnderWay());
    }

    private void failed(Order order, Payment payment, String reason, String json) {
        store.fail(payment.id(), reason, json);
        if (order.state() != OrderState.OPEN || anotherUnderWay(order, payment)) {
            return;
        }
        if (order.closeAsked() != null) {
            close(order, order.closeAsked());
        } else if (order.attempts() >= attemptsMax && noneWaits(order)) {
            close(order, "NOT_PAID");
        }
    }

    /** The last attempt may have failed before an earlier one that its fan still looks at. */
    private boolean noneWaits(Order order) {
        return store.ofOrder(order.id()).stream()
                .noneMatch(payment -> payment.status() == Status.PENDING);
    }

    /** Reservation does not want it paid any more. In the transaction of the message. */
    void closeOrder(CloseOrder asked) {
        if (store.tombstone(asked.orderId(), asked.reservationId())) {
            tellClosed(asked.orderId(), asked.reservationId(), asked.reason());
            return;
        }
        Order order = store.lockOrder(asked.orderId());
        if (order.state() != OrderState.OPEN) {
            return; // it has its verdict
        }
        if (store.ofOrder(order.id()).stream().anyMatch(Payment::isUnderWay)) {
            store.askClose(order.id(), asked.reason());
        } else {
            close(order, asked.reason());
        }
    }

    private void close(Order order, String reason) {
        for (Payment payment : store.ofOrder(order.id())) {
            if (payment.status() == Status.PENDING) {
                store.fail(payment.id(), "the order is closed", "");
            }
        }
        store.verdict(order.id(), OrderState.CLOSED);
        tellClosed(order.id(), order.reservationId(), reason);
    }

    private void tellClosed(UUID orderId, UUID reservationId, String reason) {
        tell(reservationId, new OrderClosed(orderId, reservationId, reason, database.now()));
    }

    /** Reservation has no seats for this money. In the transaction of the message. */
    void refundOrder(RefundOrder asked) {
        Payment payment = store.find(asked.paymentId()).orElseThrow();
        store.lockOrder(payment.orderId());
        store.refund(ids.get(), payment, asked.reason());
    }

    /** The provider shows the money as given back. */
    void refunded(Refund refund) {
        database.inTransaction(() -> {
            Payment payment = store.find(refund.paymentId()).orElseThrow();
            store.lockOrder(payment.orderId());
            if (store.refundDone(refund.id())) {
                store.refunded(payment.id());
                store.book(refund.id(), PROVIDER, REFUNDS, refund.amount(), payment.id());
                tell(
                        payment.reservationId(),
                        new OrderRefunded(
                                payment.orderId(),
                                payment.reservationId(),
                                payment.id(),
                                refund.amount(),
                                database.now()));
            }
        });
    }

    private void tell(UUID reservationId, Object message) {
        outbox.record(new Outgoing(Topic.PAYMENT_EVENTS, reservationId.toString(), message));
    }
}
