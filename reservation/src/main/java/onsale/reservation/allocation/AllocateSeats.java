package onsale.reservation.allocation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.Topic;
import onsale.platform.Sha256;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Kind;
import onsale.reservation.ReservationStore;
import onsale.reservation.SeatHolder;
import onsale.reservation.SeatStore;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.gate.SeatGate.TakeOutcome;
import onsale.reservation.gate.TellGate;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.ticket.IssueTickets;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.springframework.dao.DuplicateKeyException;

/**
 * Takes seats out of the sale for an organiser. It goes the way of a hold: the gate says a fast no,
 * and the unique index over active seats decides the yes, so that no seat is allocated that a fan
 * holds or has bought. Seats taken at the gate are released there only when PostgreSQL has surely
 * not given them.
 */
public final class AllocateSeats {

    public static final int SEATS_MAX = 500;

    private static final String TAKEN = "uq_reservation_seats_active";

    private final Database database;
    private final AllocationStore store;
    private final ReservationStore reservations;
    private final SeatStore seats;
    private final Schedules schedules;
    private final SeatGate gate;
    private final TellGate tellGate;
    private final IssueTickets issueTickets;
    private final Outbox outbox;
    private final AuditTrail audit;
    private final Supplier<UUID> ids;

    public AllocateSeats(
            Database database,
            AllocationStore store,
            ReservationStore reservations,
            SeatStore seats,
            Schedules schedules,
            SeatGate gate,
            TellGate tellGate,
            IssueTickets issueTickets,
            Outbox outbox,
            Supplier<UUID> ids) {
        this.database = database;
        this.store = store;
        this.reservations = reservations;
        this.seats = seats;
        this.schedules = schedules;
        this.gate = gate;
        this.tellGate = tellGate;
        this.issueTickets = issueTickets;
        this.outbox = outbox;
        this.audit = new AuditTrail(database);
        this.ids = ids;
    }

    /**
     * An organiser's request for seats.
     *
     * @param note what the organiser wants to remember, such as for whom they are
     */
    public record Request(
            Actor actor, UUID scheduleId, Kind kind, String note, List<UUID> seatIds, String key) {

        byte[] hash() {
            return Sha256.of(
                    scheduleId + " " + kind + " " + note + seatIds.stream().sorted().toList());
        }
    }

    /** The outcome of a request. */
    public sealed interface Outcome {
        record Allocated(Reservation allocation) implements Outcome {}

        /** These seats are held, sold or allocated; none was taken. */
        record Taken(List<UUID> seatIds) implements Outcome {}

        record NoSuchSeats(List<UUID> seatIds) implements Outcome {}

        /** The schedule is not this organiser's, or not all of its seats have come yet. */
        record NoSchedule() implements Outcome {}

        /** The show is over or cancelled. */
        record Over() implements Outcome {}

        /** The idempotency key was used for another request. */
        record KeyReused() implements Outcome {}
    }

    public Outcome run(Request request) {
        Optional<Schedule> found = schedules.find(request.scheduleId);
        if (found.isEmpty() || !store.isOwn(request.actor, request.scheduleId)) {
            return new Outcome.NoSchedule();
        }
        Schedule schedule = found.get();
        List<UUID> unknown = request.seatIds.stream().filter(seat -> !has(schedule, seat)).toList();
        if (!unknown.isEmpty()) {
            return new Outcome.NoSuchSeats(unknown);
        }
        List<Integer> ordinals =
                request.seatIds.stream()
                        .map(seat -> schedule.seatIds().ordinal(seat).orElseThrow())
                        .sorted()
                        .toList();
        SeatHolder holder = SeatHolder.of(request.actor.userId(), request.key);
        return switch (gate.take(schedule, holder, ordinals, Map.of())) {
            case TakeOutcome.TakenByOthers taken ->
                    new Outcome.Taken(schedule.seats(taken.ordinals()));
            case TakeOutcome.Succeeded taken ->
                    decide(request, schedule, ordinals, taken.newlyTaken());
            case TakeOutcome.Unavailable _ -> decide(request, schedule, ordinals, List.of());
            case TakeOutcome.ZoneFull full ->
                    throw new IllegalStateException("no seat of a zone was asked for: " + full);
        };
    }

    private static boolean has(Schedule schedule, UUID seat) {
        var ordinal = schedule.seatIds().ordinal(seat);
        return ordinal.isPresent() && ordinal.getAsInt() < schedule.seatCount();
    }

    private Outcome decide(
            Request request, Schedule schedule, List<Integer> ordinals, List<Integer> newlyTaken) {
        SeatHolder holder = SeatHolder.of(request.actor.userId(), request.key);
        try {
            Optional<Reservation> made =
                    database.inTransaction(() -> insert(request, schedule, ordinals));
            if (made.isEmpty()) {
                gate.release(schedule, holder, newlyTaken);
                return new Outcome.Over();
            }
            tellGate.sold(made.get());
            return new Outcome.Allocated(made.get());
        } catch (DuplicateKeyException e) {
            if (TAKEN.equals(constraint(e))) {
                gate.release(schedule, holder, newlyTaken);
                return new Outcome.Taken(schedule.seats(seats.taken(schedule.id(), ordinals)));
            }
            return repeated(request, schedule, newlyTaken);
        }
    }

    private Optional<Reservation> insert(
            Request request, Schedule schedule, List<Integer> ordinals) {
        UUID id = ids.get();
        store.endStale(schedule.id(), ordinals);
        boolean isMade =
                store.insert(
                        new AllocationStore.New(
                                id,
                                request.actor.userId(),
                                schedule.id(),
                                request.kind,
                                request.note,
                                request.key,
                                request.hash(),
                                ordinals,
                                schedule.seats(ordinals)));
        if (!isMade) {
            return Optional.empty();
        }
        Reservation made = reservations.find(id).orElseThrow();
        if (made.kind() == Kind.COMPLIMENTARY) {
            issueTickets.run(List.of(made));
        }
        outbox.record(new Outgoing(Topic.RESERVATION_EVENTS, id.toString(), message(made)));
        audit.record(
                request.actor,
                "seats.allocate",
                id.toString(),
                null,
                Map.of(
                        "scheduleId",
                        schedule.id(),
                        "kind",
                        request.kind,
                        "note",
                        request.note,
                        "seats",
                        made.activeSeats().stream().map(one -> one.seatNumber()).toList()));
        return Optional.of(made);
    }

    private static ReservationConfirmed message(Reservation made) {
        return new ReservationConfirmed(
                made.id(),
                made.number(),
                made.userId(),
                made.scheduleId(),
                made.activeSeatIds(),
                0,
                null,
                made.confirmedAt() == null ? made.createdAt() : made.confirmedAt(),
                null,
                made.show().title(),
                made.show().venue(),
                made.show().startsAt(),
                made.activeSeats().stream()
                        .map(seat ->
                                new ReservationConfirmed.Seat(
                                        seat.seatId(), seat.seatNumber(), seat.grade(), 0))
                        .toList());
    }

    /** Answers from the row that this request made before, and releases what it has not. */
    private Outcome repeated(Request request, Schedule schedule, List<Integer> newlyTaken) {
        Reservation known =
                store.ofRequest(request.actor.userId(), request.key)
                        .flatMap(reservations::find)
                        .orElseThrow();
        gate.release(
                schedule,
                known.holder(),
                newlyTaken.stream().filter(one -> !known.activeOrdinals().contains(one)).toList());
        return known.request().hasHash(request.hash())
                ? new Outcome.Allocated(known)
                : new Outcome.KeyReused();
    }

    private static @Nullable String constraint(DuplicateKeyException e) {
        return e.getMostSpecificCause() instanceof PSQLException p
                        && p.getServerErrorMessage() != null
                ? p.getServerErrorMessage().getConstraint()
                : null;
    }
}
