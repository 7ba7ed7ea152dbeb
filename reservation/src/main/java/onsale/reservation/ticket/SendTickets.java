package onsale.reservation.ticket;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.TicketsMailRequested;
import onsale.contracts.Topic;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Phase;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;

/**
 * Sends the tickets of a reservation by mail, for its fan or for an operator whom the fan has
 * called; at most once a minute. The address is the user context's, so it is asked to write.
 */
public final class SendTickets {

    /** How long nobody can ask again. */
    static final Duration AGAIN_AFTER = Duration.ofMinutes(1);

    private static final Duration USEFUL_FOR = Duration.ofDays(1);

    private final Database database;
    private final ReservationStore reservations;
    private final Outbox outbox;
    private final Supplier<UUID> newId;
    private final AuditTrail audit;

    public SendTickets(
            Database database, ReservationStore reservations, Outbox outbox, Supplier<UUID> newId) {
        this.database = database;
        this.reservations = reservations;
        this.outbox = outbox;
        this.newId = newId;
        this.audit = new AuditTrail(database);
    }

    /** The outcome of asking for the tickets. */
    public sealed interface Outcome {

        record Asked(Reservation reservation) implements Outcome {}

        record NotFound() implements Outcome {}

        /** There are no tickets: it is not paid, or was cancelled. */
        record WrongState(Status status) implements Outcome {}

        /** They were asked for a moment ago. */
        record JustSent() implements Outcome {}
    }

    /** A fan asks for the tickets of a reservation of their own. */
    public Outcome run(UUID userId, UUID id) {
        return database.inTransaction(() -> ask(reservations.lockOwn(userId, id)));
    }

    /** An operator asks for the tickets of anybody, to the address of their owner. */
    public Outcome run(Actor operator, UUID id) {
        return database.inTransaction(() -> {
            Outcome outcome = ask(reservations.lock(id));
            if (outcome instanceof Outcome.Asked(Reservation reservation)) {
                audit.record(operator, "tickets.send", reservation.number(), null, null);
            }
            return outcome;
        });
    }

    private Outcome ask(Optional<Reservation> found) {
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        Reservation reservation = found.get();
        if (reservation.phase() != Phase.CONFIRMED) {
            return new Outcome.WrongState(reservation.status());
        }
        if (!noted(reservation.id())) {
            return new Outcome.JustSent();
        }
        Instant now = database.now();
        outbox.record(
                new Outgoing(
                        Topic.RESERVATION_EVENTS,
                        reservation.id().toString(),
                        new TicketsMailRequested(
                                newId.get(),
                                reservation.id(),
                                reservation.number(),
                                reservation.userId(),
                                reservation.show().title(),
                                reservation.show().venue(),
                                reservation.show().startsAt(),
                                reservation.activeSeats().stream().map(Seat::seatNumber).toList(),
                                now.plus(USEFUL_FOR))));
        return new Outcome.Asked(reservation);
    }

    private boolean noted(UUID id) {
        return database.sql()
                        .sql(
                                """
                                update reservations set tickets_mailed_at = now()
                                where id = :id and (tickets_mailed_at is null
                                    or tickets_mailed_at <= now() - :again * interval '1 s')
                                """)
                        .param("id", id)
                        .param("again", AGAIN_AFTER.toSeconds())
                        .update()
                == 1;
    }
}
