package onsale.reservation.cancel;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import onsale.contracts.ReservationCancelled;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Phase;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.ReservationStore;
import onsale.reservation.SeatStore;
import onsale.reservation.gate.TellGate;
import onsale.reservation.payment.AskPayment;
import onsale.reservation.payment.RefundStore;
import onsale.reservation.ticket.TicketStore;

/**
 * Ends reservations: frees their seats in PostgreSQL and tells the world in the same transaction,
 * and only then tells the gate. Seats whose order is open are never freed here; payment is asked to
 * close the order instead, and its verdict decides.
 */
public final class EndReservations {

    private static final int AT_ONCE = 100;

    private final Database database;
    private final ReservationStore reservations;
    private final SeatStore seats;
    private final TicketStore tickets;
    private final EndingStore store;
    private final AskPayment askPayment;
    private final Outbox outbox;
    private final TellGate tellGate;

    public EndReservations(
            Database database,
            ReservationStore reservations,
            SeatStore seats,
            TicketStore tickets,
            EndingStore store,
            AskPayment askPayment,
            Outbox outbox,
            TellGate tellGate) {
        this.database = database;
        this.reservations = reservations;
        this.seats = seats;
        this.tickets = tickets;
        this.store = store;
        this.askPayment = askPayment;
        this.outbox = outbox;
        this.tellGate = tellGate;
    }

    /**
     * Cancels a reservation in the caller's transaction, which has locked it. After the commit the
     * caller tells the gate ({@link TellGate#released}).
     */
    public void cancel(Reservation reservation, Reason reason) {
        store.cancelled(reservation.id(), reason);
        seats.deactivate(reservation.id(), reservation.activeOrdinals());
        tickets.voidAll(reservation.id());
        seats.countPerson(reservation, -reservation.counted());
        tell(reservation, reason, reservation.activeSeatIds());
    }

    /**
     * Gives seats of a confirmed reservation back in the caller's transaction, which has locked it,
     * and asks payment for the money. Without seats it is cancelled. After the commit the caller
     * tells the gate ({@link TellGate#released}).
     */
    public void giveBack(Reservation reservation, List<GivenBackSeat> givenBack, Reason reason) {
        List<Integer> ordinals = givenBack.stream().map(each -> each.seat().ordinal()).toList();
        long priceWon = givenBack.stream().mapToLong(each -> each.seat().price()).sum();
        boolean isAll = ordinals.size() == reservation.activeSeats().size();
        if (isAll) {
            store.cancelled(reservation.id(), reason);
        } else {
            store.reduced(reservation.id(), priceWon);
        }
        UUID refundId = refundId(reservation.id(), ordinals);
        seats.giveBack(
                reservation.id(),
                ordinals,
                givenBack.stream().map(GivenBackSeat::feeWon).toList(),
                refundId);
        tickets.voidSeats(reservation.id(), ordinals);
        seats.countPerson(reservation, isAll ? -reservation.counted() : -ordinals.size());
        tell(reservation, reason, givenBack.stream().map(each -> each.seat().seatId()).toList());
        askPayment.toRefund(
                new RefundStore.Refund(
                        refundId,
                        reservation.paymentId(),
                        reservation.orderId(),
                        reservation.id(),
                        givenBack.stream().mapToLong(GivenBackSeat::refundWon).sum(),
                        priceWon,
                        reason.name()));
    }

    /** A seat is given back once, so the seats name the refund. */
    public static UUID refundId(UUID reservationId, List<Integer> ordinals) {
        String name = "refund/" + reservationId + "/" + ordinals;
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    private void tell(Reservation reservation, Reason reason, List<UUID> seatIds) {
        outbox.record(
                new Outgoing(
                        Topic.RESERVATION_EVENTS,
                        reservation.id().toString(),
                        new ReservationCancelled(
                                reservation.id(),
                                reservation.userId(),
                                reservation.scheduleId(),
                                seatIds,
                                reason.name(),
                                reservation.phase() == Phase.CONFIRMED,
                                database.now())));
    }

    /** Cancels holds that are over. Returns how many. */
    public int expire() {
        return each(
                () -> store.lockExpired(AT_ONCE),
                reservation -> cancel(reservation, Reason.EXPIRED));
    }

    /** The holds whose time is over and that have not ended. */
    public long countExpired() {
        return store.countExpired();
    }

    /** Tells and counts the end of holds whose seats the next fan took over. Returns how many. */
    public int settle() {
        return each(() -> store.lockUnsettled(AT_ONCE), this::settleOne);
    }

    private void settleOne(Reservation reservation) {
        store.settled(reservation.id());
        seats.countPerson(reservation, -reservation.counted());
        tell(reservation, Reason.EXPIRED, reservation.seatIds());
    }

    /** Asks payment to close orders that are not paid in time. Returns how many. */
    public int closeOverdue() {
        return each(
                () -> store.lockOverdue(AT_ONCE),
                reservation -> askPayment.toClose(reservation, Reason.EXPIRED));
    }

    /** Ends every reservation with seats of a show that is cancelled. Returns how many. */
    public int endCancelledShows() {
        return each(
                () -> store.lockOfCancelledShows(AT_ONCE),
                reservation -> {
                    switch (reservation.phase()) {
                        case ORDER_OPEN -> askPayment.toClose(reservation, Reason.SHOW_CANCELLED);
                        case CONFIRMED -> {
                            if (reservation.isSale()) {
                                giveBack(
                                        reservation,
                                        withoutFee(reservation),
                                        Reason.SHOW_CANCELLED);
                            } else {
                                cancel(reservation, Reason.SHOW_CANCELLED);
                            }
                        }
                        default -> cancel(reservation, Reason.SHOW_CANCELLED);
                    }
                });
    }

    /**
     * Releases seats of an allocation in the caller's transaction, which has locked it. After the
     * commit the caller tells the gate ({@link TellGate#released}).
     */
    public void release(Reservation allocation, List<Seat> released) {
        if (released.size() == allocation.activeSeats().size()) {
            cancel(allocation, Reason.RELEASED);
            return;
        }
        List<Integer> ordinals = released.stream().map(Seat::ordinal).toList();
        store.reduced(allocation.id(), 0);
        seats.deactivate(allocation.id(), ordinals);
        tickets.voidSeats(allocation.id(), ordinals);
        seats.countPerson(allocation, -ordinals.size());
        tell(allocation, Reason.RELEASED, released.stream().map(Seat::seatId).toList());
    }

    private static List<GivenBackSeat> withoutFee(Reservation reservation) {
        return reservation.activeSeats().stream().map(seat -> new GivenBackSeat(seat, 0)).toList();
    }

    /**
     * Ends what is over for one person at once, so that they can have other seats. True if there
     * was something to end.
     */
    public boolean endForPerson(String personId, UUID scheduleId) {
        return each(
                        () -> store.lockEndedOf(personId, scheduleId),
                        reservation -> {
                            if (reservation.phase() == Phase.CANCELLED) {
                                settleOne(reservation);
                            } else {
                                cancel(reservation, Reason.EXPIRED);
                            }
                        })
                > 0;
    }

    private int each(Supplier<List<UUID>> lock, Consumer<Reservation> end) {
        List<Reservation> ended = new ArrayList<>();
        database.inTransaction(() -> {
            for (UUID id : lock.get()) {
                Reservation reservation = reservations.find(id).orElseThrow();
                end.accept(reservation);
                ended.add(reservation);
            }
        });
        for (Reservation reservation : ended) {
            if (reservation.phase() != Phase.ORDER_OPEN) {
                tellGate.released(reservation);
            }
        }
        return ended.size();
    }
}
