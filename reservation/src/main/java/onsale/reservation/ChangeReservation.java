package onsale.reservation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import onsale.contracts.OrderPass;
import onsale.contracts.ReservationHeld;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.platform.pass.Passes;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.Reservation.Status;
import onsale.reservation.SeatGate.Claim;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * What a fan does with a reservation: other seats, no seats, more time, to the checkout and back.
 * Each locks the row, looks at its state and decides; the gate is told after the commit.
 */
final class ChangeReservation {

    static final int EXTENSIONS_MAX = 1;
    static final Duration EXTENSION = Duration.ofMinutes(2);

    /** How long the gate keeps seats whose order waits for its verdict. */
    private static final Duration WHILE_PAYING = Duration.ofDays(1);

    private final Database database;
    private final ReservationStore store;
    private final Endings endings;
    private final Schedules schedules;
    private final SeatGate gate;
    private final Outbox outbox;
    private final Passes passes;
    private final Supplier<UUID> ids;

    ChangeReservation(
            Database database,
            ReservationStore store,
            Endings endings,
            Schedules schedules,
            SeatGate gate,
            Outbox outbox,
            Passes passes,
            Supplier<UUID> ids) {
        this.database = database;
        this.store = store;
        this.endings = endings;
        this.schedules = schedules;
        this.gate = gate;
        this.outbox = outbox;
        this.passes = passes;
        this.ids = ids;
    }

    /** What became of it. */
    sealed interface Outcome {
        record Done(Reservation reservation) implements Outcome {}

        record CheckedOut(Reservation reservation, String paymentOrder, Instant payBefore)
                implements Outcome {}

        record NotFound() implements Outcome {}

        /** The hold is over. */
        record Over() implements Outcome {}

        /** Frozen: its order has no verdict yet. */
        record OrderOpen() implements Outcome {}

        /** It is in a state in which this cannot be done. */
        record WrongState(Status status) implements Outcome {}

        record NotCheckedOut() implements Outcome {}

        record NoMoreExtensions() implements Outcome {}

        record TooLate() implements Outcome {}

        record Taken(List<UUID> seatIds) implements Outcome {}

        record OverLimit(int seatsPerPersonMax) implements Outcome {}

        record NoSuchSeats(List<UUID> seatIds) implements Outcome {}

        record NotNow() implements Outcome {}
    }

    /** Other seats for the same hold, in one step: the fan has the old ones or the new ones. */
    Outcome changeSeats(UUID userId, UUID id, List<UUID> seatIds) {
        Optional<Reservation> before = store.find(id).filter(r -> r.userId().equals(userId));
        Optional<Schedule> known = before.flatMap(r -> schedules.find(r.scheduleId()));
        if (before.isEmpty() || known.isEmpty()) {
            return new Outcome.NotFound();
        }
        Schedule schedule = known.get();
        List<Integer> wanted = new ArrayList<>();
        List<UUID> unknown = new ArrayList<>();
        for (UUID seat : seatIds) {
            OptionalInt ordinal = schedule.seatIds().ordinal(seat);
            if (ordinal.isPresent() && ordinal.getAsInt() < schedule.seatCount()) {
                wanted.add(ordinal.getAsInt());
            } else {
                unknown.add(seat);
            }
        }
        if (!unknown.isEmpty()) {
            return new Outcome.NoSuchSeats(unknown);
        }
        Holder holder = before.get().holder();
        return switch (gate.claim(schedule, holder, wanted, Map.of())) {
            case Claim.Taken taken -> new Outcome.Taken(schedule.seats(taken.ordinals()));
            case Claim.Full _ -> throw new IllegalStateException("no zone was asked for");
            case Claim.Claimed claimed ->
                    change(userId, id, schedule, wanted, claimed.newlyClaimed());
            case Claim.Closed _ -> change(userId, id, schedule, wanted, List.of());
        };
    }

    private Outcome change(
            UUID userId,
            UUID id,
            Schedule schedule,
            List<Integer> wanted,
            List<Integer> newlyClaimed) {
        Holder[] holder = new Holder[1];
        List<Integer> dropped = new ArrayList<>();
        try {
            Outcome outcome =
                    inLock(
                            userId,
                            id,
                            reservation -> {
                                holder[0] = reservation.holder();
                                return held(reservation)
                                        .orElseGet(() ->
                                                exchange(reservation, schedule, wanted, dropped));
                            });
            if (holder[0] != null) {
                if (outcome instanceof Outcome.Done done) {
                    gate.keep(schedule, holder[0], left(done.reservation()), wanted);
                    gate.release(schedule, holder[0], dropped);
                } else {
                    gate.release(schedule, holder[0], newlyClaimed);
                }
            }
            return outcome;
        } catch (DuplicateKeyException e) {
            gate.release(schedule, holderOf(id), newlyClaimed);
            return new Outcome.Taken(schedule.seats(store.takenByOthers(id, wanted)));
        } catch (DataIntegrityViolationException e) {
            gate.release(schedule, holderOf(id), newlyClaimed);
            return new Outcome.OverLimit(schedule.seatsPerPersonMax());
        } catch (PessimisticLockingFailureException e) { // a deadlock: rolled back for sure
            gate.release(schedule, holderOf(id), newlyClaimed);
            return new Outcome.NotNow();
        }
    }

    private Holder holderOf(UUID id) {
        return store.find(id).orElseThrow().holder();
    }

    private Outcome exchange(
            Reservation reservation,
            Schedule schedule,
            List<Integer> wanted,
            List<Integer> dropped) {
        Set<Integer> had = new HashSet<>(reservation.activeOrdinals());
        List<Integer> added = wanted.stream().filter(o -> !had.contains(o)).sorted().toList();
        had.removeAll(new HashSet<>(wanted));
        dropped.addAll(had);
        store.endStale(schedule.id(), added);
        store.deactivate(reservation.id(), dropped);
        store.activate(reservation, schedule, added);
        long total = store.recount(reservation.id());
        store.countPerson(reservation, added.size() - dropped.size());
        outbox.record(
                new Outgoing(
                        Topic.RESERVATION_EVENTS,
                        reservation.id().toString(),
                        new ReservationHeld(
                                reservation.id(),
                                reservation.userId(),
                                schedule.id(),
                                schedule.seats(wanted),
                                total,
                                schedule.holdSeconds())));
        return new Outcome.Done(store.find(reservation.id()).orElseThrow());
    }

    /** The fan does not want the seats. */
    Outcome release(UUID userId, UUID id) {
        Outcome outcome =
                inLock(
                        userId,
                        id,
                        reservation -> {
                            if (reservation.status() == Status.CANCELLED) {
                                return new Outcome.Done(reservation); // as asked for
                            }
                            Optional<Outcome> no = frozen(reservation);
                            if (no.isPresent()) {
                                return no.get();
                            }
                            endings.cancel(
                                    reservation,
                                    reservation.expired() ? Reason.EXPIRED : Reason.RELEASED);
                            return new Outcome.Done(reservation);
                        });
        if (outcome instanceof Outcome.Done done) {
            endings.openGate(done.reservation());
        }
        return outcome;
    }

    Outcome extend(UUID userId, UUID id) {
        Outcome outcome =
                inLock(
                        userId,
                        id,
                        reservation -> {
                            Optional<Outcome> no = held(reservation);
                            if (no.isPresent()) {
                                return no.get();
                            }
                            if (reservation.extensions() >= EXTENSIONS_MAX) {
                                return new Outcome.NoMoreExtensions();
                            }
                            store.extend(id, EXTENSION);
                            return new Outcome.Done(store.find(id).orElseThrow());
                        });
        if (outcome instanceof Outcome.Done done) {
            keep(done.reservation(), left(done.reservation()));
        }
        return outcome;
    }

    /** The one order; repeated, the same. From now on nothing but its verdict moves the seats. */
    Outcome checkOut(UUID userId, UUID id) {
        Outcome outcome =
                inLock(
                        userId,
                        id,
                        reservation -> {
                            if (reservation.status() != Status.PENDING) {
                                return new Outcome.WrongState(reservation.status());
                            }
                            if (reservation.isCheckedOut()) {
                                return reservation.closeAskedAt() == null && !reservation.expired()
                                        ? checkedOut(reservation)
                                        : new Outcome.Over();
                            }
                            if (reservation.expired()) {
                                return new Outcome.Over();
                            }
                            return checkedOut(store.checkOut(id, ids.get()));
                        });
        if (outcome instanceof Outcome.CheckedOut out) {
            keep(out.reservation(), WHILE_PAYING);
        }
        return outcome;
    }

    private Outcome.CheckedOut checkedOut(Reservation reservation) {
        OrderPass order =
                new OrderPass(
                        Endings.order(reservation),
                        reservation.id(),
                        reservation.userId(),
                        reservation.scheduleId(),
                        reservation.totalAmount());
        return new Outcome.CheckedOut(
                reservation,
                order.issue(passes, reservation.holdExpiresAt()),
                reservation.holdExpiresAt());
    }

    /** Asks payment to close the order; the seats are free when it has. */
    Outcome abandon(UUID userId, UUID id) {
        return inLock(
                userId,
                id,
                reservation -> {
                    if (reservation.status() == Status.CONFIRMED) {
                        return new Outcome.WrongState(reservation.status());
                    }
                    if (!reservation.isCheckedOut()) {
                        return new Outcome.NotCheckedOut();
                    }
                    if (reservation.status() == Status.PENDING
                            && reservation.closeAskedAt() == null) {
                        endings.askToClose(reservation, Reason.ABANDONED);
                    }
                    return new Outcome.Done(reservation);
                });
    }

    /** A paid reservation is given back, in full, until the day before the show. */
    Outcome cancel(UUID userId, UUID id) {
        Outcome outcome =
                inLock(
                        userId,
                        id,
                        reservation -> {
                            if (reservation.status() == Status.CANCELLED) {
                                return new Outcome.Done(reservation);
                            }
                            if (reservation.status() != Status.CONFIRMED) {
                                return reservation.isCheckedOut()
                                        ? new Outcome.OrderOpen()
                                        : new Outcome.WrongState(reservation.status());
                            }
                            if (store.isDayOfShow(id)) {
                                return new Outcome.TooLate();
                            }
                            endings.cancel(reservation, Reason.CANCELLED_BY_FAN);
                            endings.refundAll(reservation, Reason.CANCELLED_BY_FAN);
                            return new Outcome.Done(reservation);
                        });
        if (outcome instanceof Outcome.Done done) {
            endings.openGate(done.reservation());
        }
        return outcome;
    }

    private Outcome inLock(UUID userId, UUID id, Function<Reservation, Outcome> decision) {
        return database.inTransaction(() ->
                store.lock(id)
                        .filter(reservation -> reservation.userId().equals(userId))
                        .map(decision)
                        .orElseGet(Outcome.NotFound::new));
    }

    /** Empty if the fan holds the seats and may do as they like with them. */
    private static Optional<Outcome> held(Reservation reservation) {
        if (reservation.status() == Status.CANCELLED) {
            return Optional.of(new Outcome.Over());
        }
        return frozen(reservation)
                .or(() ->
                        reservation.expired() ? Optional.of(new Outcome.Over()) : Optional.empty());
    }

    private static Optional<Outcome> frozen(Reservation reservation) {
        if (reservation.status() != Status.PENDING) {
            return Optional.of(new Outcome.WrongState(reservation.status()));
        }
        return reservation.isCheckedOut() ? Optional.of(new Outcome.OrderOpen()) : Optional.empty();
    }

    private void keep(Reservation reservation, Duration holdFor) {
        @Nullable Schedule schedule = schedules.find(reservation.scheduleId()).orElse(null);
        if (schedule != null) {
            gate.keep(schedule, reservation.holder(), holdFor, reservation.activeOrdinals());
        }
    }

    private Duration left(Reservation reservation) {
        return Duration.between(database.now(), reservation.holdExpiresAt());
    }
}
