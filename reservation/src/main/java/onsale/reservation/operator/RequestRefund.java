package onsale.reservation.operator;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.ReservationStore;
import onsale.reservation.cancel.GivenBackSeat;
import onsale.reservation.cancel.QuoteRefund;
import onsale.reservation.operator.RefundOutcome.AnotherWaits;
import onsale.reservation.operator.RefundOutcome.IdReused;
import onsale.reservation.operator.RefundOutcome.NoSuchSeats;
import onsale.reservation.operator.RefundOutcome.NotFound;
import onsale.reservation.operator.RefundOutcome.OwnReservation;
import onsale.reservation.operator.RefundOutcome.Stands;
import onsale.reservation.operator.RefundOutcome.TicketUsed;
import onsale.reservation.operator.RefundRequest.State;

/**
 * An operator gives seats back, for a fee of the operator's choice and whatever the policy of the
 * event says. What one operator may give back of a reservation is limited, all requests together;
 * what goes beyond waits for a second operator ({@link DecideRefund}).
 */
public final class RequestRefund {

    private final Database database;
    private final ReservationStore reservations;
    private final RefundRequestStore requests;
    private final PayRefund payRefund;
    private final AuditTrail audit;
    private final long aloneUpToWon;

    /**
     * Creates the use case.
     *
     * @param aloneUpToWon how much of one reservation goes back without a second operator
     */
    public RequestRefund(
            Database database,
            ReservationStore reservations,
            RefundRequestStore requests,
            PayRefund payRefund,
            long aloneUpToWon) {
        this.database = database;
        this.reservations = reservations;
        this.requests = requests;
        this.payRefund = payRefund;
        this.audit = new AuditTrail(database);
        this.aloneUpToWon = aloneUpToWon;
    }

    /**
     * What an operator asks for.
     *
     * @param id chosen by the operator's page: sent again, nothing more happens
     */
    public record Wish(
            UUID id, UUID reservationId, List<UUID> seatIds, int feePercent, String reason) {}

    public RefundOutcome run(Actor operator, Wish wish) {
        RefundOutcome outcome =
                database.inTransaction(() ->
                        reservations
                                .lock(wish.reservationId)
                                .map(reservation -> decide(operator, wish, reservation))
                                .orElseGet(NotFound::new));
        payRefund.tellGate(outcome);
        return outcome;
    }

    private RefundOutcome decide(Actor operator, Wish wish, Reservation reservation) {
        Optional<RefundRequest> before = requests.find(wish.id);
        if (before.isPresent()) {
            return isSame(before.get(), operator, wish, reservation)
                    ? new Stands(before.get(), reservation)
                    : new IdReused();
        }
        if (reservation.belongsTo(operator.userId())) {
            return new OwnReservation();
        }
        Optional<RefundOutcome> refused = PayRefund.refused(reservation);
        if (refused.isPresent()) {
            return refused.get();
        }
        Optional<List<Seat>> seats = QuoteRefund.chosen(reservation, wish.seatIds);
        if (seats.isEmpty()) {
            return new NoSuchSeats();
        }
        return payRefund.anyUsed(reservation, seats.get())
                ? new TicketUsed()
                : ask(operator, wish, reservation, seats.get());
    }

    private static boolean isSame(
            RefundRequest before, Actor operator, Wish wish, Reservation reservation) {
        List<Integer> ordinals =
                reservation.seats().stream()
                        .filter(seat -> wish.seatIds.contains(seat.seatId()))
                        .map(Seat::ordinal)
                        .toList();
        return before.reservationId().equals(wish.reservationId)
                && before.ordinals().equals(ordinals)
                && before.askedBy().equals(operator.userId())
                && before.feePercent() == wish.feePercent
                && before.reason().equals(wish.reason);
    }

    private RefundOutcome ask(
            Actor operator, Wish wish, Reservation reservation, List<Seat> seats) {
        List<GivenBackSeat> givenBack = GivenBackSeat.all(seats, wish.feePercent);
        long amountWon = givenBack.stream().mapToLong(GivenBackSeat::refundWon).sum();
        boolean needsSecond = requests.givenAloneWon(reservation.id()) + amountWon > aloneUpToWon;
        RefundRequest request =
                new RefundRequest(
                        wish.id,
                        reservation.id(),
                        seats.stream().map(Seat::ordinal).toList(),
                        wish.feePercent,
                        amountWon,
                        wish.reason,
                        needsSecond,
                        needsSecond ? State.WAITING : State.DONE,
                        operator.userId(),
                        database.now(),
                        null,
                        null,
                        needsSecond ? null : PayRefund.refundId(reservation, givenBack));
        if (!requests.insert(request)) {
            return new AnotherWaits();
        }
        if (!needsSecond) {
            payRefund.pay(reservation, givenBack);
        }
        audit.record(
                operator,
                needsSecond ? "refund.ask" : "refund.pay",
                reservation.number(),
                null,
                request);
        return new Stands(request, reservation);
    }
}
