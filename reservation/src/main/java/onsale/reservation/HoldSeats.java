package onsale.reservation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import onsale.contracts.ReservationHeld;
import onsale.contracts.Topic;
import onsale.platform.Sha256;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.HoldStore.Result;
import onsale.reservation.Reservation.Seat;
import onsale.reservation.Reservation.Status;
import onsale.reservation.SeatGate.Claim;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Gives seats to a fan: the gate says a fast no to the crowd, PostgreSQL decides the yes. The gate
 * is undone only when PostgreSQL has surely not given the seats; when nobody knows, the claim ends
 * by itself and the same request repeated finds its own row.
 */
final class HoldSeats {

    static final int SEATS_MAX = 4;

    /** Holds that go to PostgreSQL at once while the gate is closed; the others come again. */
    private static final int WITHOUT_GATE_MAX = 8;

    private static final int ATTEMPTS_MAX = 3;
    private static final Logger LOG = LoggerFactory.getLogger(HoldSeats.class);

    private final Schedules schedules;
    private final SeatGate gate;
    private final HoldStore holds;
    private final ReservationStore reservations;
    private final Endings endings;
    private final Outbox outbox;
    private final Supplier<UUID> ids;
    private final Semaphore withoutGate = new Semaphore(WITHOUT_GATE_MAX);

    HoldSeats(
            Schedules schedules,
            SeatGate gate,
            HoldStore holds,
            ReservationStore reservations,
            Endings endings,
            Outbox outbox,
            Supplier<UUID> ids) {
        this.schedules = schedules;
        this.gate = gate;
        this.holds = holds;
        this.reservations = reservations;
        this.endings = endings;
        this.outbox = outbox;
        this.ids = ids;
    }

    /**
     * What a fan asks for.
     *
     * @param zones how many places in which standing zone
     * @param admissionId by which the waiting room let the fan in
     */
    record Wish(
            UUID userId,
            String personId,
            UUID scheduleId,
            List<UUID> seatIds,
            Map<String, Integer> zones,
            String idempotencyKey,
            @Nullable UUID admissionId) {

        /** The same for the same wish, however it is ordered. */
        byte[] hash() {
            return Sha256.of(
                    scheduleId + " " + seatIds.stream().sorted().toList() + new TreeMap<>(zones));
        }
    }

    /** What became of it. */
    sealed interface Outcome {
        record Held(
                UUID reservationId,
                String number,
                List<Seat> seats,
                long totalWon,
                Instant expiresAt)
                implements Outcome {

            static Held of(Reservation known) {
                return new Held(
                        known.id(),
                        known.number(),
                        known.activeSeats(),
                        known.totalAmount(),
                        known.holdExpiresAt());
            }
        }

        record Taken(List<UUID> seatIds) implements Outcome {}

        record ZoneFull(String zone) implements Outcome {}

        record OverLimit(int seatsPerPersonMax) implements Outcome {}

        /** Unknown schedule, or one whose places have not all come. */
        record NoSchedule() implements Outcome {}

        record NotOnSale() implements Outcome {}

        /** This fan has bought with this admission. */
        record EntryUsed() implements Outcome {}

        record NoSuchSeats(List<UUID> seatIds, List<String> zones) implements Outcome {}

        /** The key was used for another wish. */
        record KeyReused() implements Outcome {}

        /** The key's reservation has no seats any more. */
        record Over() implements Outcome {}

        /** Nothing was decided: the same request may be sent again. */
        record NotNow() implements Outcome {}
    }

    Outcome run(Wish wish) {
        for (int attempt = 1; ; attempt++) {
            Optional<Schedule> schedule = schedules.find(wish.scheduleId);
            if (schedule.isEmpty()) {
                return new Outcome.NoSchedule();
            }
            Optional<Outcome> outcome = attempt(wish, schedule.get(), attempt);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
    }

    private Optional<Outcome> attempt(Wish wish, Schedule schedule, int attempt) {
        List<Integer> ordinals = new ArrayList<>();
        List<UUID> unknown = new ArrayList<>();
        for (UUID seat : wish.seatIds) {
            OptionalInt ordinal = seatOrdinal(schedule, seat);
            ordinal.ifPresentOrElse(ordinals::add, () -> unknown.add(seat));
        }
        List<String> unknownZones =
                wish.zones.keySet().stream().filter(z -> !schedule.zones().contains(z)).toList();
        if (!unknown.isEmpty() || !unknownZones.isEmpty()) {
            return Optional.of(new Outcome.NoSuchSeats(unknown, unknownZones));
        }
        Holder holder = Holder.of(wish.userId, wish.idempotencyKey);
        return switch (gate.claim(schedule, holder, ordinals, wish.zones)) {
            case Claim.Taken taken ->
                    Optional.of(new Outcome.Taken(schedule.seats(taken.ordinals())));
            case Claim.Full full -> Optional.of(new Outcome.ZoneFull(full.zone()));
            case Claim.Claimed claimed -> {
                Set<Integer> all = new HashSet<>(ordinals);
                all.addAll(claimed.newlyClaimed());
                yield decide(wish, holder, schedule, sorted(all), claimed.newlyClaimed(), attempt);
            }
            case Claim.Closed _ -> decideWithoutGate(wish, holder, schedule, ordinals, attempt);
        };
    }

    private static OptionalInt seatOrdinal(Schedule schedule, UUID seat) {
        OptionalInt ordinal = schedule.seatIds().ordinal(seat);
        return ordinal.isPresent()
                        && ordinal.getAsInt() < schedule.seatCount()
                        && schedule.zoneOf()[ordinal.getAsInt()] == 0
                ? ordinal
                : OptionalInt.empty();
    }

    private Optional<Outcome> decideWithoutGate(
            Wish wish, Holder holder, Schedule schedule, List<Integer> seats, int attempt) {
        if (!withoutGate.tryAcquire()) {
            return Optional.of(new Outcome.NotNow());
        }
        try {
            Set<Integer> all = new HashSet<>(seats);
            for (Map.Entry<String, Integer> zone : wish.zones.entrySet()) {
                List<Integer> places =
                        reservations.freePlaces(
                                schedule.id(),
                                zone.getKey(),
                                zone.getValue(),
                                ThreadLocalRandom.current().nextInt(schedule.seatCount()));
                if (places.size() < zone.getValue()) {
                    return Optional.of(new Outcome.ZoneFull(zone.getKey()));
                }
                all.addAll(places);
            }
            return decide(wish, holder, schedule, sorted(all), sorted(all), attempt);
        } finally {
            withoutGate.release();
        }
    }

    /** Empty: try again from the start. */
    private Optional<Outcome> decide(
            Wish wish,
            Holder holder,
            Schedule schedule,
            List<Integer> ordinals,
            List<Integer> newlyClaimed,
            int attempt) {
        UUID id = ids.get();
        Outbox.Statement message =
                outbox.statement(
                        new Outgoing(
                                Topic.RESERVATION_EVENTS,
                                id.toString(),
                                new ReservationHeld(
                                        id,
                                        wish.userId,
                                        schedule.id(),
                                        schedule.seats(ordinals),
                                        schedule.totalWon(ordinals),
                                        schedule.holdSeconds())));
        Result result =
                holds.hold(
                        new HoldStore.NewHold(
                                id,
                                wish.userId,
                                wish.personId,
                                schedule,
                                ordinals,
                                wish.idempotencyKey,
                                wish.hash(),
                                wish.admissionId,
                                message));
        return switch (result) {
            case Result.Held held -> {
                outbox.committed(message);
                gate.keep(schedule, holder, held.holdFor(), ordinals);
                yield Optional.of(
                        new Outcome.Held(
                                id,
                                held.number(),
                                held.seats(),
                                schedule.totalWon(ordinals),
                                held.expiresAt()));
            }
            case Result.Refused(String constraint) ->
                    refused(wish, holder, schedule, ordinals, newlyClaimed, constraint, attempt);
            case Result.Collided _ -> {
                gate.release(schedule, holder, newlyClaimed);
                yield attempt < ATTEMPTS_MAX ? Optional.empty() : Optional.of(new Outcome.NotNow());
            }
            case Result.Unavailable(var why) -> {
                LOG.warn("A hold could not be decided: {}", why.toString());
                gate.release(schedule, holder, newlyClaimed);
                yield Optional.of(new Outcome.NotNow());
            }
            case Result.Unknown(var why) -> {
                LOG.warn("Unknown whether a hold was committed: {}", why.toString());
                outbox.committed(message);
                yield Optional.of(asked(wish, schedule));
            }
        };
    }

    private Optional<Outcome> refused(
            Wish wish,
            Holder holder,
            Schedule schedule,
            List<Integer> ordinals,
            List<Integer> newlyClaimed,
            String constraint,
            int attempt) {
        if (constraint.equals(HoldStore.REQUEST_KNOWN)) {
            Reservation known =
                    reservations.findByRequest(wish.userId, wish.idempotencyKey).orElseThrow();
            List<Integer> surplus = new ArrayList<>(newlyClaimed);
            surplus.removeAll(known.activeOrdinals()); // held or sold
            gate.release(schedule, holder, surplus);
            return Optional.of(repeated(wish, known));
        }
        gate.release(schedule, holder, newlyClaimed);
        return switch (constraint) {
            case HoldStore.SEAT_TAKEN -> {
                List<Integer> taken = reservations.taken(schedule.id(), ordinals);
                // A place of a zone was chosen by us: there may be others.
                boolean ofZone = taken.stream().anyMatch(o -> schedule.zoneOf()[o] != 0);
                if (taken.isEmpty() || ofZone) {
                    yield attempt < ATTEMPTS_MAX
                            ? Optional.empty()
                            : Optional.of(new Outcome.NotNow());
                }
                yield Optional.of(new Outcome.Taken(schedule.seats(taken)));
            }
            case HoldStore.LIMIT -> {
                boolean freed = endings.ofPerson(wish.personId, schedule.id());
                yield freed && attempt < ATTEMPTS_MAX
                        ? Optional.empty()
                        : Optional.of(new Outcome.OverLimit(schedule.seatsPerPersonMax()));
            }
            case HoldStore.TOTAL -> {
                schedules.forget(schedule.id());
                yield attempt < ATTEMPTS_MAX ? Optional.empty() : Optional.of(new Outcome.NotNow());
            }
            case HoldStore.NO_SALE ->
                    Optional.of(
                            wish.admissionId != null && reservations.hasBought(wish.admissionId)
                                    ? new Outcome.EntryUsed()
                                    : new Outcome.NotOnSale());
            default -> throw new IllegalStateException("no rule for " + constraint);
        };
    }

    /** The row says whether the commit happened; without an answer nothing is freed. */
    private Outcome asked(Wish wish, Schedule schedule) {
        try {
            Optional<Reservation> known =
                    reservations.findByRequest(wish.userId, wish.idempotencyKey);
            known.filter(r -> r.status() == Status.PENDING)
                    .ifPresent(r ->
                            gate.keep(
                                    schedule,
                                    r.holder(),
                                    Duration.ofSeconds(schedule.holdSeconds()),
                                    r.activeOrdinals()));
            return known.map(r -> repeated(wish, r)).orElseGet(Outcome.NotNow::new);
        } catch (DataAccessException e) {
            return new Outcome.NotNow();
        }
    }

    private static Outcome repeated(Wish wish, Reservation known) {
        if (!Arrays.equals(known.requestHash(), wish.hash())) {
            return new Outcome.KeyReused();
        }
        return known.status() == Status.CANCELLED || known.expired()
                ? new Outcome.Over()
                : Outcome.Held.of(known);
    }

    private static List<Integer> sorted(Set<Integer> ordinals) {
        List<Integer> sorted = new ArrayList<>(ordinals);
        Collections.sort(sorted);
        return sorted;
    }
}
