package onsale.reservation.cancel;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.db.Database;
import onsale.platform.pass.Passes;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.cancel.RefundPolicy.Terms;

/** Tells a fan what would come back for seats, and signs it. Changes nothing. */
public final class QuoteRefund {

    /** How long a quote is honoured. */
    public static final Duration HONOURED_FOR = Duration.ofMinutes(5);

    private final Database database;
    private final ReservationStore reservations;
    private final RefundPolicyStore policies;
    private final Passes passes;

    public QuoteRefund(
            Database database,
            ReservationStore reservations,
            RefundPolicyStore policies,
            Passes passes) {
        this.database = database;
        this.reservations = reservations;
        this.policies = policies;
        this.passes = passes;
    }

    /** The outcome of asking what would come back. */
    public sealed interface Outcome {
        /**
         * What would come back.
         *
         * @param quote the signed quote, to be sent with the cancellation
         */
        record Quoted(List<GivenBackSeat> seats, Terms terms, String quote, Instant validUntil)
                implements Outcome {

            public long feeWon() {
                return seats.stream().mapToLong(GivenBackSeat::feeWon).sum();
            }

            public long refundWon() {
                return seats.stream().mapToLong(GivenBackSeat::refundWon).sum();
            }

            @Override
            public String toString() {
                return Redacted.text(this, "quote");
            }
        }

        record NotFound() implements Outcome {}

        /** Its order has no verdict yet. */
        record OrderOpen() implements Outcome {}

        /** It is not paid, or it was cancelled, or it was never sold. */
        record WrongState(Status status) implements Outcome {}

        /** The reservation does not have all of these seats. */
        record NoSuchSeats() implements Outcome {}

        /** Nothing is taken back any more. */
        record TooLate() implements Outcome {}
    }

    /**
     * Quotes a refund.
     *
     * @param seatIds the seats; none for all that the reservation has
     */
    public Outcome run(UUID userId, UUID id, List<UUID> seatIds) {
        return reservations
                .find(id)
                .filter(reservation -> reservation.belongsTo(userId))
                .map(reservation -> quote(reservation, seatIds))
                .orElseGet(Outcome.NotFound::new);
    }

    private Outcome quote(Reservation reservation, List<UUID> seatIds) {
        return switch (reservation.phase()) {
            case ORDER_OPEN -> new Outcome.OrderOpen();
            case HELD, HOLD_OVER, RECOVERED, CANCELLED ->
                    new Outcome.WrongState(reservation.status());
            case CONFIRMED -> {
                if (!reservation.isSale()) {
                    yield new Outcome.WrongState(reservation.status());
                }
                Optional<List<Seat>> seats = chosen(reservation, seatIds);
                if (seats.isEmpty()) {
                    yield new Outcome.NoSuchSeats();
                }
                yield policies.now(reservation.scheduleId())
                        .<Outcome>map(terms -> signed(reservation, seats.get(), terms))
                        .orElseGet(Outcome.TooLate::new);
            }
        };
    }

    private Outcome signed(Reservation reservation, List<Seat> seats, Terms terms) {
        Instant validUntil =
                Instant.ofEpochSecond(database.now().plus(HONOURED_FOR).getEpochSecond());
        RefundQuote quote =
                new RefundQuote(
                        reservation.id(),
                        reservation.userId(),
                        RefundQuote.digest(seats),
                        terms.feePercent());
        return new Outcome.Quoted(
                seats.stream()
                        .map(seat -> new GivenBackSeat(seat, terms.feeWon(seat.price())))
                        .toList(),
                terms,
                quote.issue(passes, validUntil),
                validUntil);
    }

    /** The active seats with these ids, or all; empty if one of them is not there. */
    public static Optional<List<Seat>> chosen(Reservation reservation, List<UUID> seatIds) {
        if (seatIds.isEmpty()) {
            return Optional.of(reservation.activeSeats());
        }
        Set<UUID> wanted = new HashSet<>(seatIds);
        List<Seat> found =
                reservation.activeSeats().stream()
                        .filter(seat -> wanted.contains(seat.seatId()))
                        .toList();
        return found.size() == wanted.size() ? Optional.of(found) : Optional.empty();
    }
}
