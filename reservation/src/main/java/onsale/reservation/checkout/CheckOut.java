package onsale.reservation.checkout;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.OrderPass;
import onsale.platform.Redacted;
import onsale.platform.pass.Passes;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.gate.TellGate;

/**
 * Makes the one order of a reservation; repeated, it returns the same order. From then on nothing
 * but the order's verdict moves the seats.
 */
public final class CheckOut {

    /** How long the gate keeps seats whose order waits for its verdict. */
    private static final Duration WHILE_PAYING = Duration.ofDays(1);

    private final OrderStore orders;
    private final TellGate tellGate;
    private final Passes passes;
    private final Supplier<UUID> ids;

    public CheckOut(OrderStore orders, TellGate tellGate, Passes passes, Supplier<UUID> ids) {
        this.orders = orders;
        this.tellGate = tellGate;
        this.passes = passes;
        this.ids = ids;
    }

    /** The outcome of a checkout. */
    public sealed interface Outcome {
        /**
         * The reservation has its order.
         *
         * @param paymentOrder the signed order, to be paid before the hold expires
         */
        record CheckedOut(Reservation reservation, String paymentOrder) implements Outcome {
            @Override
            public String toString() {
                return Redacted.text(this, "paymentOrder");
            }
        }

        record NotFound() implements Outcome {}

        /** The hold is over, or the order is being closed. */
        record Over() implements Outcome {}

        record WrongState(Status status) implements Outcome {}
    }

    public Outcome run(UUID userId, UUID id) {
        UUID orderId = ids.get();
        Outcome outcome =
                orders.add(userId, id, orderId)
                        .filter(reservation -> reservation.belongsTo(userId))
                        .map(reservation ->
                                reservation.hasOrder(orderId)
                                        ? checkedOut(reservation)
                                        : repeated(reservation))
                        .orElseGet(Outcome.NotFound::new);
        if (outcome instanceof Outcome.CheckedOut checkedOut) {
            tellGate.held(checkedOut.reservation(), WHILE_PAYING);
        }
        return outcome;
    }

    private Outcome repeated(Reservation reservation) {
        return switch (reservation.phase()) {
            case ORDER_OPEN ->
                    reservation.isPayable() ? checkedOut(reservation) : new Outcome.Over();
            case HELD, HOLD_OVER -> new Outcome.Over();
            case CONFIRMED, CANCELLED, RECOVERED -> new Outcome.WrongState(reservation.status());
        };
    }

    private Outcome checkedOut(Reservation reservation) {
        OrderPass order =
                new OrderPass(
                        reservation.orderId(),
                        reservation.id(),
                        reservation.userId(),
                        reservation.scheduleId(),
                        reservation.totalWon(),
                        reservation.show().startsAt());
        return new Outcome.CheckedOut(
                reservation, order.issue(passes, reservation.holdExpiresAt()));
    }
}
