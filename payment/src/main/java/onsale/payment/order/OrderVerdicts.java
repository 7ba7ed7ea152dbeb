package onsale.payment.order;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.CloseOrder;
import onsale.payment.order.Order.State;
import onsale.payment.points.Points;
import onsale.payment.provider.ProviderPayment;

/**
 * Gives each order its one verdict and tells reservation. An order is paid by the one attempt that
 * succeeded, or closed while no attempt is under way. All methods run in the transaction that has
 * locked, or locks, the order.
 */
public final class OrderVerdicts {

    private static final String NOT_PAID = "NOT_PAID";

    private final OrderStore orders;
    private final AttemptStore attempts;
    private final PaymentEvents events;
    private final Points points;
    private final int attemptsMax;

    public OrderVerdicts(
            OrderStore orders,
            AttemptStore attempts,
            PaymentEvents events,
            Points points,
            int attemptsMax) {
        this.orders = orders;
        this.attempts = attempts;
        this.events = events;
        this.points = points;
        this.attemptsMax = attemptsMax;
    }

    /** The charge pays the order. */
    public PaymentAttempt paid(
            LockedOrder locked, PaymentAttempt attempt, ProviderPayment.Charged charge) {
        PaymentAttempt paid = attempts.succeed(attempt.id(), charge);
        decidePaid(paid, locked.othersThan(attempt));
        return paid;
    }

    /** There is nothing to pay: the order is paid without a provider. */
    public PaymentAttempt paidForFree(PaymentAttempt attempt) {
        PaymentAttempt paid = attempts.succeedFree(attempt.id());
        decidePaid(
                paid,
                attempts.ofOrder(attempt.orderId()).stream()
                        .filter(other -> !other.id().equals(attempt.id()))
                        .toList());
        return paid;
    }

    private void decidePaid(PaymentAttempt paid, List<PaymentAttempt> others) {
        failPending(others, "the order is paid");
        orders.paid(paid.orderId());
        events.orderPaid(paid);
    }

    /**
     * The attempt fails. The order is closed if that was asked for, or if it was the last attempt;
     * an earlier attempt that its fan may still confirm keeps it open.
     *
     * @param json the provider's answer; empty if there is none
     */
    public PaymentAttempt failed(
            LockedOrder locked, PaymentAttempt attempt, String reason, String json) {
        Order order = locked.order();
        PaymentAttempt failed = fail(attempt, reason, json);
        if (order.isOpen() && !locked.isAnotherUnderWay(attempt)) {
            if (order.closeAsked() != null) {
                close(order, locked.othersThan(attempt), order.closeAsked());
            } else if (order.attempts() >= attemptsMax && !locked.isAnotherPending(attempt)) {
                close(order, locked.othersThan(attempt), NOT_PAID);
            }
        }
        return failed;
    }

    /**
     * Reservation does not want the order paid any more, or has not heard its verdict. A verdict
     * that stands is told again; while an attempt is under way, its end decides.
     */
    public void closeOrder(CloseOrder asked) {
        orders.insertClosed(asked.orderId(), asked.reservationId(), asked.reason());
        LockedOrder locked = orders.lockWithAttempts(asked.orderId());
        Order order = locked.order();
        if (!order.isOpen()) {
            if (!tellAgain(locked, asked.reason())) {
                throw new IllegalStateException("no attempt has paid order " + order.id());
            }
        } else if (locked.isAnyUnderWay()) {
            orders.askClose(order.id(), asked.reason());
        } else {
            close(order, locked.attempts(), asked.reason());
        }
    }

    private void close(Order order, List<PaymentAttempt> pending, String reason) {
        failPending(pending, "the order is closed");
        orders.closed(order.id(), reason);
        events.orderClosed(order, reason);
    }

    /** Ends attempts that nobody has started to confirm, and that now nobody can. */
    private void failPending(List<PaymentAttempt> all, String reason) {
        for (PaymentAttempt attempt : all) {
            if (attempt.isPending()) {
                fail(attempt, reason, "");
            }
        }
    }

    /** Ends an attempt; the points it was made with come back at once. */
    private PaymentAttempt fail(PaymentAttempt attempt, String reason, String json) {
        PaymentAttempt failed = attempts.fail(attempt.id(), reason, json);
        points.giveBack(attempt.userId(), attempt.id(), attempt.id(), attempt.pointsUsed());
        return failed;
    }

    /** Tells the verdict again, which has no second effect. False if the order has none. */
    public boolean tellAgain(UUID orderId) {
        return tellAgain(orders.lockWithAttempts(orderId), NOT_PAID);
    }

    private boolean tellAgain(LockedOrder locked, String reasonIfNoneIsKept) {
        Order order = locked.order();
        if (order.state() == State.CLOSED) {
            String kept = order.closeReason();
            events.orderClosed(order, kept == null ? reasonIfNoneIsKept : kept);
            return true;
        }
        Optional<PaymentAttempt> paid =
                locked.attempts().stream().filter(PaymentAttempt::wasPaid).findFirst();
        if (order.state() == State.PAID && paid.isPresent()) {
            events.orderPaid(paid.get());
            return true;
        }
        return false;
    }
}
