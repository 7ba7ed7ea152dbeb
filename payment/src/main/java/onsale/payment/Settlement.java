package onsale.payment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.CloseOrder;
import onsale.contracts.OrderClosed;
import onsale.contracts.OrderPaid;
import onsale.contracts.OrderPass;
import onsale.contracts.OrderRefunded;
import onsale.contracts.RefundOrder;
import onsale.contracts.Topic;
import onsale.payment.PaymentStore.Order;
import onsale.payment.PaymentStore.OrderState;
import onsale.payment.PaymentStore.Payment;
import onsale.payment.PaymentStore.Status;
import onsale.payment.RefundStore.Refund;
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

    private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

    private final Database database;
    private final PaymentStore store;
    private final RefundStore refunds;
    private final Outbox outbox;
    private final Supplier<UUID> ids;
    private final int attemptsMax;

    Settlement(
            Database database,
            PaymentStore store,
            RefundStore refunds,
            Outbox outbox,
            Supplier<UUID> ids,
            int attemptsMax) {
        this.database = database;
        this.store = store;
        this.refunds = refunds;
        this.outbox = outbox;
        this.ids = ids;
        this.attemptsMax = attemptsMax;
    }

    /** A payment, its order, which is locked, and the order's other attempts. */
    private record Attempt(Order order, Payment payment, List<Payment> others) {

        boolean anotherUnderWay() {
            return others.stream().anyMatch(Payment::isUnderWay);
        }

        /** The last attempt may have failed before an earlier one that its fan still looks at. */
        boolean anotherWaits() {
            return others.stream().anyMatch(other -> other.status() == Status.PENDING);
        }
    }

    private Attempt lock(UUID paymentId) {
        Order order = store.lockOrderOf(paymentId);
        List<Payment> others = new ArrayList<>(store.ofOrder(order.id()));
        Payment payment =
                others.stream().filter(one -> one.id().equals(paymentId)).findFirst().orElseThrow();
        others.remove(payment);
        return new Attempt(order, payment, others);
    }

    /** The provider shows this payment so. Returns it as it is afterwards. */
    Payment apply(UUID paymentId, ProviderView view) {
        return database.inTransaction(() -> {
            Attempt attempt = lock(paymentId);
            boolean isPending = attempt.payment.status() == Status.PENDING;
            return switch (view) {
                case ProviderView.Charged charged -> charged(attempt, charged);
                case ProviderView.Failed failed when isPending ->
                        failed(attempt, failed.reason(), failed.json());
                // not final, and asked again later; or its end is known
                case ProviderView.Failed _, ProviderView.Open _, ProviderView.Unknown _ ->
                        attempt.payment;
            };
        });
    }

    /** The same, after a confirm. */
    Payment taken(UUID paymentId, PortOne.Taken taken) {
        if (taken.refused()) {
            store.refused(paymentId);
        }
        return apply(paymentId, taken.view());
    }

    private Payment charged(Attempt attempt, ProviderView.Charged charged) {
        Payment payment = attempt.payment;
        boolean isItsCharge = charged.transactionId().equals(payment.transactionId());
        boolean isPending = payment.status() == Status.PENDING;
        if (isItsCharge && payment.wasPaid()) {
            if (charged.cancelledWon() > 0 && payment.status() == Status.SUCCESS) {
                cancelledThere(payment, charged);
            }
            return payment;
        }
        if (charged.leftWon() == 0) {
            return isPending
                    ? failed(attempt, "cancelled at the provider", charged.json())
                    : payment;
        }
        refunds.bookCharge(
                payment.id(), payment.providerId(), charged.transactionId(), charged.leftWon());
        if (fits(attempt, charged)) {
            return paid(attempt, charged);
        }
        Payment after =
                isPending
                        ? failed(attempt, "paid without an order to pay", charged.json())
                        : payment;
        giveBack(payment, charged.transactionId(), charged.leftWon(), "PAID_FOR_NOTHING");
        return after;
    }

    private void cancelledThere(Payment payment, ProviderView.Charged charged) {
        if (!refunds.exists(payment.providerId(), charged.transactionId())) {
            LOG.error("Payment {} was cancelled by somebody else", payment.id());
        }
    }

    private Payment paid(Attempt attempt, ProviderView.Charged charged) {
        Order order = attempt.order;
        Payment payment = store.succeed(attempt.payment.id(), charged);
        failWaiting(attempt.others, "the order is paid");
        store.verdict(order.id(), OrderState.PAID);
        tell(
                payment.reservationId(),
                new OrderPaid(
                        order.id(),
                        payment.reservationId(),
                        payment.id(),
                        payment.amount(),
                        charged.paidAt()));
        return payment;
    }

    private static boolean fits(Attempt attempt, ProviderView.Charged charged) {
        return attempt.order.state() == OrderState.OPEN
                && attempt.payment.status() == Status.PENDING
                && charged.amountWon() == attempt.payment.amount()
                && charged.cancelledWon() == 0
                && !attempt.anotherUnderWay();
    }

    private void giveBack(Payment payment, String transactionId, long amountWon, String reason) {
        refunds.ask(
                new Refund(
                        ids.get(),
                        payment.id(),
                        payment.providerId(),
                        transactionId,
                        amountWon,
                        reason,
                        0));
    }

    private Payment failed(Attempt attempt, String reason, String json) {
        Order order = attempt.order;
        Payment payment = store.fail(attempt.payment.id(), reason, json);
        if (order.state() == OrderState.OPEN && !attempt.anotherUnderWay()) {
            if (order.closeAsked() != null) {
                close(order, attempt.others, order.closeAsked());
            } else if (order.attempts() >= attemptsMax && !attempt.anotherWaits()) {
                close(order, attempt.others, "NOT_PAID");
            }
        }
        return payment;
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
        List<Payment> payments = store.ofOrder(order.id());
        if (payments.stream().anyMatch(Payment::isUnderWay)) {
            store.askClose(order.id(), asked.reason());
        } else {
            close(order, payments, asked.reason());
        }
    }

    private void close(Order order, List<Payment> payments, String reason) {
        failWaiting(payments, "the order is closed");
        store.verdict(order.id(), OrderState.CLOSED);
        tellClosed(order.id(), order.reservationId(), reason);
    }

    /** Attempts nobody has started to confirm, and now nobody will. */
    private void failWaiting(List<Payment> payments, String why) {
        for (Payment payment : payments) {
            if (payment.status() == Status.PENDING) {
                store.fail(payment.id(), why, "");
            }
        }
    }

    private void tellClosed(UUID orderId, UUID reservationId, String reason) {
        tell(reservationId, new OrderClosed(orderId, reservationId, reason, database.now()));
    }

    /** Reservation has no seats for this money. In the transaction of the message. */
    void refundOrder(RefundOrder asked) {
        Payment payment = store.find(asked.paymentId()).orElseThrow();
        store.lockOrder(payment.orderId());
        if (payment.transactionId() == null) {
            throw new IllegalStateException("payment " + payment.id() + " was never paid");
        }
        giveBack(payment, payment.transactionId(), payment.amount(), asked.reason());
    }

    /** The provider shows the money as given back. */
    void refunded(Refund refund) {
        if (refund.paymentId() == null) {
            database.inTransaction(() -> {
                if (refunds.done(refund.id())) {
                    refunds.bookRefund(refund);
                }
            });
            return;
        }
        UUID paymentId = refund.paymentId();
        database.inTransaction(() -> {
            store.lockOrderOf(paymentId);
            Payment payment = store.find(paymentId).orElseThrow();
            if (!refunds.done(refund.id())) {
                return;
            }
            refunds.bookRefund(refund);
            if (refund.transactionId().equals(payment.transactionId())) {
                store.refunded(payment.id());
            }
            tell(
                    payment.reservationId(),
                    new OrderRefunded(
                            payment.orderId(),
                            payment.reservationId(),
                            payment.id(),
                            refund.amount(),
                            database.now()));
        });
    }

    /**
     * Money for a payment that we do not know. With the order it was for, it is a payment like all
     * others from now on; without, it goes back. True if its order was known by it.
     */
    boolean adopt(PortOne.Listed stranger, Optional<UUID> paymentId, Optional<OrderPass> order) {
        if (!(stranger.view() instanceof ProviderView.Charged charged)) {
            return false;
        }
        if (paymentId.isEmpty() || order.isEmpty()) {
            database.inTransaction(() -> refundStranger(stranger.providerId(), charged));
            return false;
        }
        database.inTransaction(() -> {
            store.know(order.get());
            store.lockOrder(order.get().orderId());
            if (store.findByProviderId(stranger.providerId()).isEmpty()) {
                store.insert(
                        paymentId.get(),
                        order.get(),
                        "rebuilt-" + paymentId.get(),
                        new byte[0],
                        stranger.providerId());
            }
            apply(paymentId.get(), charged);
        });
        return true;
    }

    private void refundStranger(String providerId, ProviderView.Charged charged) {
        if (charged.leftWon() == 0) {
            return;
        }
        refunds.bookCharge(null, providerId, charged.transactionId(), charged.leftWon());
        refunds.ask(
                new Refund(
                        ids.get(),
                        null,
                        providerId,
                        charged.transactionId(),
                        charged.leftWon(),
                        "UNKNOWN_PAYMENT",
                        0));
    }

    private void tell(UUID reservationId, Object message) {
        outbox.record(new Outgoing(Topic.PAYMENT_EVENTS, reservationId.toString(), message));
    }
}
