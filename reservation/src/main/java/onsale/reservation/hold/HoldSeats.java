package onsale.reservation.hold;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import onsale.contracts.ReservationHeld;
import onsale.contracts.Topic;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Phase;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.SeatHolder;
import onsale.reservation.SeatStore;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.gate.SeatGate.TakeOutcome;
import onsale.reservation.hold.HoldStore.Refusal;
import onsale.reservation.hold.HoldStore.Result;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.turn.EndedTurns;
import onsale.reservation.turn.Turn;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Gives seats to a fan: the gate says a fast no to the crowd, PostgreSQL decides the yes. Seats
 * taken at the gate are released there only when PostgreSQL has surely not given them. When that is
 * unknown, the gate frees them by itself after {@link SeatGate#TAKE_FOR}, and the same request
 * repeated finds its own row.
 */
public final class HoldSeats {

    public static final int SEATS_MAX = 4;

    /** Holds that go to PostgreSQL at once while the gate is unavailable; others are refused. */
    private static final int WITHOUT_GATE_MAX = 8;

    private static final int ATTEMPTS_MAX = 3;
    private static final Logger LOG = LoggerFactory.getLogger(HoldSeats.class);

    private final Schedules schedules;
    private final SeatGate gate;
    private final HoldStore holds;
    private final ReservationStore reservations;
    private final SeatStore seats;
    private final PickZoneSeats pickZoneSeats;
    private final EndedTurns endedTurns;
    private final EndReservations endReservations;
    private final Outbox outbox;
    private final Supplier<UUID> ids;
    private final Semaphore withoutGate = new Semaphore(WITHOUT_GATE_MAX);

    public HoldSeats(
            Schedules schedules,
            SeatGate gate,
            HoldStore holds,
            ReservationStore reservations,
            SeatStore seats,
            PickZoneSeats pickZoneSeats,
            EndedTurns endedTurns,
            EndReservations endReservations,
            Outbox outbox,
            Supplier<UUID> ids) {
        this.schedules = schedules;
        this.gate = gate;
        this.holds = holds;
        this.reservations = reservations;
        this.seats = seats;
        this.pickZoneSeats = pickZoneSeats;
        this.endedTurns = endedTurns;
        this.endReservations = endReservations;
        this.outbox = outbox;
        this.ids = ids;
    }

    /** The outcome of a request for seats. */
    public sealed interface Outcome {
        record Held(
                UUID reservationId,
                String number,
                List<Seat> seats,
                long totalWon,
                Instant expiresAt)
                implements Outcome {

            public static Held of(Reservation reservation) {
                return new Held(
                        reservation.id(),
                        reservation.number(),
                        reservation.activeSeats(),
                        reservation.totalWon(),
                        reservation.holdExpiresAt());
            }
        }

        /** No seat was given. */
        sealed interface Refused extends Outcome {}

        record Taken(List<UUID> seatIds) implements Refused {}

        record ZoneFull(String zone) implements Refused {}

        record OverLimit(int seatsPerPersonMax) implements Refused {}

        /** The schedule is unknown, or not all of its seats have come yet. */
        record NoSchedule() implements Refused {}

        record NotOnSale() implements Refused {}

        /** The turn is over: used to buy, given up, or out of time. */
        record EntryUsed() implements Refused {}

        record NoSuchSeats(List<UUID> seatIds, List<String> zones) implements Refused {}

        /** The idempotency key was used for other seats. */
        record KeyReused() implements Refused {}

        /** The reservation that this request made has no seats any more. */
        record Over() implements Refused {}

        /** Nothing was decided: the same request may be sent again. */
        record NotNow() implements Refused {}
    }

    /** One of at most {@link #ATTEMPTS_MAX} attempts; empty outcomes lead to the next one. */
    private record Attempt(
            HoldRequest request, SeatHolder holder, Schedule schedule, boolean isLast) {

        Optional<Outcome> repeat() {
            return isLast ? Optional.of(new Outcome.NotNow()) : Optional.empty();
        }

        Optional<Outcome> taken(List<Integer> ordinals) {
            return Optional.of(new Outcome.Taken(schedule.seats(ordinals)));
        }
    }

    public Outcome run(HoldRequest request) {
        SeatHolder holder = request.holder();
        for (int number = 1; ; number++) {
            Optional<Schedule> schedule = schedules.find(request.scheduleId());
            if (schedule.isEmpty()) {
                return new Outcome.NoSchedule();
            }
            Optional<Outcome> outcome =
                    attempt(new Attempt(request, holder, schedule.get(), number == ATTEMPTS_MAX));
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
    }

    private Optional<Outcome> attempt(Attempt attempt) {
        HoldRequest request = attempt.request;
        SeatChoice choice = SeatChoice.of(attempt.schedule, request.seatIds(), request.zones());
        if (choice.hasUnknown()) {
            return Optional.of(
                    new Outcome.NoSuchSeats(choice.unknownSeats(), choice.unknownZones()));
        }
        return switch (gate.take(
                attempt.schedule, attempt.holder, choice.ordinals(), request.zones())) {
            case TakeOutcome.TakenByOthers taken -> attempt.taken(taken.ordinals());
            case TakeOutcome.ZoneFull full -> Optional.of(new Outcome.ZoneFull(full.zone()));
            case TakeOutcome.Succeeded taken ->
                    decide(
                            attempt,
                            SeatChoice.union(choice.ordinals(), taken.newlyTaken()),
                            taken.newlyTaken());
            case TakeOutcome.Unavailable _ -> decideWithoutGate(attempt, choice.ordinals());
        };
    }

    private Optional<Outcome> decideWithoutGate(Attempt attempt, List<Integer> ordinals) {
        if (!withoutGate.tryAcquire()) {
            return Optional.of(new Outcome.NotNow());
        }
        try {
            return switch (pickZoneSeats.run(attempt.schedule, attempt.request.zones())) {
                case PickZoneSeats.Outcome.ZoneFull full ->
                        Optional.of(new Outcome.ZoneFull(full.zone()));
                case PickZoneSeats.Outcome.Picked picked -> {
                    List<Integer> all = SeatChoice.union(ordinals, picked.ordinals());
                    yield decide(attempt, all, all);
                }
            };
        } finally {
            withoutGate.release();
        }
    }

    private Optional<Outcome> decide(
            Attempt attempt, List<Integer> ordinals, List<Integer> newlyTaken) {
        HoldRequest request = attempt.request;
        Schedule schedule = attempt.schedule;
        UUID id = ids.get();
        Outbox.Statement message =
                outbox.statement(
                        new Outgoing(
                                Topic.RESERVATION_EVENTS,
                                id.toString(),
                                new ReservationHeld(
                                        id,
                                        request.userId(),
                                        schedule.id(),
                                        schedule.seats(ordinals),
                                        schedule.totalWon(ordinals),
                                        schedule.holdSeconds())));
        return switch (holds.hold(
                new HoldStore.NewHold(id, request, schedule, ordinals, message))) {
            case Result.Held held -> {
                outbox.committed(message);
                gate.keep(schedule, attempt.holder, held.holdFor(), ordinals);
                yield Optional.of(
                        new Outcome.Held(
                                id,
                                held.number(),
                                held.seats(),
                                schedule.totalWon(ordinals),
                                held.expiresAt()));
            }
            case Result.Refused(Refusal why) -> refused(attempt, why, ordinals, newlyTaken);
            case Result.Collided _ -> {
                gate.release(schedule, attempt.holder, newlyTaken);
                yield attempt.repeat();
            }
            case Result.Unavailable(var why) -> {
                LOG.warn("A hold could not be decided: {}", why.toString());
                gate.release(schedule, attempt.holder, newlyTaken);
                yield Optional.of(new Outcome.NotNow());
            }
            case Result.Unknown(var why) -> {
                LOG.warn("Unknown whether a hold was committed: {}", why.toString());
                outbox.committed(message);
                yield Optional.of(findOut(request, schedule));
            }
        };
    }

    private Optional<Outcome> refused(
            Attempt attempt, Refusal why, List<Integer> ordinals, List<Integer> newlyTaken) {
        HoldRequest request = attempt.request;
        Schedule schedule = attempt.schedule;
        if (why != Refusal.REQUEST_KNOWN) {
            gate.release(schedule, attempt.holder, newlyTaken);
        }
        return switch (why) {
            case REQUEST_KNOWN -> Optional.of(repeated(attempt, newlyTaken));
            case SEAT_TAKEN -> {
                List<Integer> taken = seats.taken(schedule.id(), ordinals);
                // Seats of a zone were not chosen by the fan: there may be others.
                boolean ofZone = taken.stream().anyMatch(schedule::isOfZone);
                yield taken.isEmpty() || ofZone ? attempt.repeat() : attempt.taken(taken);
            }
            case PERSON_LIMIT -> {
                boolean freed = endReservations.endForPerson(request.personId(), schedule.id());
                yield freed && !attempt.isLast
                        ? Optional.empty()
                        : Optional.of(new Outcome.OverLimit(schedule.seatsPerPersonMax()));
            }
            case OTHER_TOTAL -> {
                schedules.forget(schedule.id());
                yield attempt.repeat();
            }
            case NOT_ON_SALE -> {
                @Nullable Turn turn = request.turn();
                yield Optional.of(
                        turn != null && endedTurns.isOver(turn)
                                ? new Outcome.EntryUsed()
                                : new Outcome.NotOnSale());
            }
        };
    }

    /** Answers from the row that this request made before, and releases what it has not. */
    private Outcome repeated(Attempt attempt, List<Integer> newlyTaken) {
        Reservation known = find(attempt.request).orElseThrow();
        List<Integer> surplus = new ArrayList<>(newlyTaken);
        surplus.removeAll(known.activeOrdinals());
        gate.release(attempt.schedule, attempt.holder, surplus);
        return answer(attempt.request, known);
    }

    /** The row says whether the commit happened. Without an answer, nothing is released. */
    private Outcome findOut(HoldRequest request, Schedule schedule) {
        try {
            Optional<Reservation> known = find(request);
            known.filter(reservation -> reservation.status() == Status.PENDING)
                    .ifPresent(reservation ->
                            gate.keep(
                                    schedule,
                                    reservation.holder(),
                                    Duration.ofSeconds(schedule.holdSeconds()),
                                    reservation.activeOrdinals()));
            return known.map(reservation -> answer(request, reservation))
                    .orElseGet(Outcome.NotNow::new);
        } catch (DataAccessException e) {
            return new Outcome.NotNow();
        }
    }

    private Optional<Reservation> find(HoldRequest request) {
        return reservations.findByRequest(request.userId(), request.idempotencyKey());
    }

    private static Outcome answer(HoldRequest request, Reservation known) {
        if (!known.request().hasHash(request.hash())) {
            return new Outcome.KeyReused();
        }
        return known.phase() == Phase.CANCELLED || known.expired()
                ? new Outcome.Over()
                : Outcome.Held.of(known);
    }
}
