package onsale.reservation.cancel;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.pass.Passes;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.cancel.RefundQuote.Reading;
import onsale.reservation.gate.TellGate;
import onsale.reservation.ticket.TicketStore;

/**
 * Gives all or some seats of a paid reservation back for its fan, on the terms of a quote that the
 * fan has seen. The quote decides the fee; who has none, or one for something else, changes
 * nothing.
 */
public final class CancelReservation {

    private final Database database;
    private final ReservationStore reservations;
    private final TicketStore tickets;
    private final EndReservations endReservations;
    private final TellGate tellGate;
    private final Passes passes;

    public CancelReservation(
            Database database,
            ReservationStore reservations,
            TicketStore tickets,
            EndReservations endReservations,
            TellGate tellGate,
            Passes passes) {
        this.database = database;
        this.reservations = reservations;
        this.tickets = tickets;
        this.endReservations = endReservations;
        this.tellGate = tellGate;
        this.passes = passes;
    }

    /** The outcome of giving seats back. */
    public sealed interface Outcome {
        /**
         * Given back, now or before.
         *
         * @param released the ordinals of the seats
         */
        record Cancelled(Reservation reservation, List<Integer> released) implements Outcome {}

        record NotFound() implements Outcome {}

        /** Its order has no verdict yet. */
        record OrderOpen() implements Outcome {}

        /** It is not paid. */
        record WrongState(Status status) implements Outcome {}

        /** The quote is over: a new one may say something else. */
        record QuoteOver() implements Outcome {}

        /** The quote is not ours, or for other seats, or for another fan. */
        record QuoteNotValid() implements Outcome {}

        /** One of the tickets was used at a door. */
        record TicketUsed() implements Outcome {}
    }

    /**
     * Gives seats back.
     *
     * @param seatIds the seats; none for all that the reservation has
     * @param quote what {@link QuoteRefund} signed for these seats
     */
    public Outcome run(UUID userId, UUID id, List<UUID> seatIds, String quote) {
        Outcome outcome =
                database.inTransaction(() ->
                        reservations
                                .lockOwn(userId, id)
                                .map(reservation -> decide(reservation, seatIds, quote))
                                .orElseGet(Outcome.NotFound::new));
        if (outcome instanceof Outcome.Cancelled cancelled) {
            tellGate.released(cancelled.reservation(), cancelled.released());
        }
        return outcome;
    }

    private Outcome decide(Reservation reservation, List<UUID> seatIds, String quote) {
        return switch (reservation.phase()) {
            case CANCELLED -> new Outcome.Cancelled(reservation, reservation.ordinals());
            case ORDER_OPEN -> new Outcome.OrderOpen();
            case HELD, HOLD_OVER, RECOVERED -> new Outcome.WrongState(reservation.status());
            case CONFIRMED -> {
                List<Integer> before = givenBackBefore(reservation, seatIds);
                yield before.isEmpty()
                        ? giveBack(reservation, seatIds, quote)
                        : new Outcome.Cancelled(reservation, before);
            }
        };
    }

    /** The seats that are asked for, if all of them were given back before; else none. */
    private static List<Integer> givenBackBefore(Reservation reservation, List<UUID> seatIds) {
        List<Integer> before =
                reservation.seats().stream()
                        .filter(seat -> !seat.active() && seatIds.contains(seat.seatId()))
                        .map(Seat::ordinal)
                        .toList();
        return before.size() == seatIds.stream().distinct().count() ? before : List.of();
    }

    private Outcome giveBack(Reservation reservation, List<UUID> seatIds, String text) {
        Optional<List<Seat>> seats = QuoteRefund.chosen(reservation, seatIds);
        return switch (RefundQuote.read(passes, text)) {
            case Reading.Over _ -> new Outcome.QuoteOver();
            case Reading.NotOurs _ -> new Outcome.QuoteNotValid();
            case Reading.Genuine(RefundQuote quote) ->
                    seats.isPresent()
                                    && quote.isFor(
                                            reservation.userId(), reservation.id(), seats.get())
                            ? giveBack(reservation, seats.get(), quote)
                            : new Outcome.QuoteNotValid();
        };
    }

    private Outcome giveBack(Reservation reservation, List<Seat> seats, RefundQuote quote) {
        List<Integer> ordinals = seats.stream().map(Seat::ordinal).toList();
        if (tickets.lockAndSeeUsed(reservation.id(), ordinals)) {
            return new Outcome.TicketUsed();
        }
        endReservations.giveBack(
                reservation,
                seats.stream()
                        .map(seat -> new GivenBackSeat(seat, quote.feeWon(seat.price())))
                        .toList(),
                Reason.CANCELLED_BY_FAN);
        return new Outcome.Cancelled(reservation, ordinals);
    }
}
