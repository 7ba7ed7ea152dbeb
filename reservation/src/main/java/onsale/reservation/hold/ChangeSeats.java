package onsale.reservation.hold;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.contracts.ReservationHeld;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.messaging.Outbox;
import onsale.platform.messaging.Outgoing;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Status;
import onsale.reservation.ReservationStore;
import onsale.reservation.SeatHolder;
import onsale.reservation.SeatStore;
import onsale.reservation.gate.SeatGate;
import onsale.reservation.gate.SeatGate.TakeOutcome;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.Schedules;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * Exchanges the seats of a hold in one step: the fan has the old ones or the new ones. Of a
 * standing zone the fan keeps the seats of the hold; only what is missing is picked.
 */
public final class ChangeSeats {

    private static final int ATTEMPTS_MAX = 3;

    private final Database database;
    private final ReservationStore reservations;
    private final SeatStore seats;
    private final ChangeSeatsStore store;
    private final PickZoneSeats pickZoneSeats;
    private final Schedules schedules;
    private final SeatGate gate;
    private final Outbox outbox;

    public ChangeSeats(
            Database database,
            ReservationStore reservations,
            SeatStore seats,
            ChangeSeatsStore store,
            PickZoneSeats pickZoneSeats,
            Schedules schedules,
            SeatGate gate,
            Outbox outbox) {
        this.database = database;
        this.reservations = reservations;
        this.seats = seats;
        this.store = store;
        this.pickZoneSeats = pickZoneSeats;
        this.schedules = schedules;
        this.gate = gate;
        this.outbox = outbox;
    }

    /** The outcome of a change of seats. */
    public sealed interface Outcome {
        record Changed(Reservation reservation) implements Outcome {}

        /** The hold has its old seats. */
        sealed interface Refused extends Outcome {}

        record NotFound() implements Refused {}

        /** The hold is over. */
        record Over() implements Refused {}

        /** The seats are frozen: the order has no verdict yet. */
        record OrderOpen() implements Refused {}

        record WrongState(Status status) implements Refused {}

        record NoSuchSeats(List<UUID> seatIds, List<String> zones) implements Refused {}

        record Taken(List<UUID> seatIds) implements Refused {}

        record ZoneFull(String zone) implements Refused {}

        record OverLimit(int seatsPerPersonMax) implements Refused {}

        /** Nothing was decided: the same request may be sent again. */
        record NotNow() implements Refused {}
    }

    /**
     * Gives the hold these seats instead of those it has.
     *
     * @param zones how many seats of which standing zone
     */
    public Outcome run(UUID userId, UUID id, List<UUID> seatIds, Map<String, Integer> zones) {
        for (int attempt = 1; ; attempt++) {
            Optional<Reservation> before =
                    reservations.find(id).filter(reservation -> reservation.belongsTo(userId));
            Optional<Schedule> schedule = before.flatMap(r -> schedules.find(r.scheduleId()));
            if (before.isEmpty() || schedule.isEmpty()) {
                return new Outcome.NotFound();
            }
            Optional<Outcome> outcome = attempt(before.get(), schedule.get(), seatIds, zones);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            if (attempt == ATTEMPTS_MAX) {
                return new Outcome.NotNow();
            }
        }
    }

    /** Empty: try again from the start. */
    private Optional<Outcome> attempt(
            Reservation before, Schedule schedule, List<UUID> seatIds, Map<String, Integer> zones) {
        SeatChoice choice = SeatChoice.of(schedule, seatIds, zones);
        if (choice.hasUnknown()) {
            return Optional.of(
                    new Outcome.NoSuchSeats(choice.unknownSeats(), choice.unknownZones()));
        }
        List<Integer> wanted = new ArrayList<>(choice.ordinals());
        Map<String, Integer> missing = new HashMap<>();
        zones.forEach((zone, count) -> {
            List<Integer> kept = ofZone(before, zone, count);
            wanted.addAll(kept);
            if (kept.size() < count) {
                missing.put(zone, count - kept.size());
            }
        });
        return switch (gate.take(schedule, before.holder(), wanted, missing)) {
            case TakeOutcome.TakenByOthers taken ->
                    Optional.of(new Outcome.Taken(schedule.seats(taken.ordinals())));
            case TakeOutcome.ZoneFull full -> Optional.of(new Outcome.ZoneFull(full.zone()));
            case TakeOutcome.Succeeded taken ->
                    change(
                            before,
                            schedule,
                            SeatChoice.union(wanted, taken.newlyTaken()),
                            taken.newlyTaken());
            case TakeOutcome.Unavailable _ ->
                    switch (pickZoneSeats.run(schedule, missing)) {
                        case PickZoneSeats.Outcome.ZoneFull full ->
                                Optional.of(new Outcome.ZoneFull(full.zone()));
                        case PickZoneSeats.Outcome.Picked picked ->
                                change(
                                        before,
                                        schedule,
                                        SeatChoice.union(wanted, picked.ordinals()),
                                        List.of());
                    };
        };
    }

    private static List<Integer> ofZone(Reservation reservation, String zone, int countMax) {
        return reservation.activeSeats().stream()
                .filter(seat -> seat.zone().equals(zone))
                .map(Reservation.Seat::ordinal)
                .limit(countMax)
                .toList();
    }

    private Optional<Outcome> change(
            Reservation before, Schedule schedule, List<Integer> wanted, List<Integer> newlyTaken) {
        SeatHolder holder = before.holder();
        List<Integer> dropped = new ArrayList<>();
        try {
            Optional<Outcome> outcome =
                    database.inTransaction(() -> decide(before, schedule, wanted, dropped));
            if (outcome.orElse(null) instanceof Outcome.Changed changed) {
                gate.keep(schedule, holder, changed.reservation().holdLeft(database.now()), wanted);
                gate.release(schedule, holder, dropped);
            } else {
                gate.release(schedule, holder, newlyTaken);
            }
            return outcome;
        } catch (DuplicateKeyException e) {
            gate.release(schedule, holder, newlyTaken);
            List<Integer> taken = store.takenByOthers(before.id(), wanted);
            // Seats of a zone were not chosen by the fan: there may be others.
            boolean ofZone = taken.stream().anyMatch(schedule::isOfZone);
            return ofZone
                    ? Optional.empty()
                    : Optional.of(new Outcome.Taken(schedule.seats(taken)));
        } catch (DataIntegrityViolationException e) {
            gate.release(schedule, holder, newlyTaken);
            return Optional.of(new Outcome.OverLimit(schedule.seatsPerPersonMax()));
        } catch (PessimisticLockingFailureException e) { // a deadlock: rolled back for sure
            gate.release(schedule, holder, newlyTaken);
            return Optional.of(new Outcome.NotNow());
        }
    }

    /** Empty if the hold has other seats than before. */
    private Optional<Outcome> decide(
            Reservation before, Schedule schedule, List<Integer> wanted, List<Integer> dropped) {
        Reservation now = reservations.lock(before.id()).orElseThrow();
        return switch (now.phase()) {
            case HELD ->
                    now.activeOrdinals().equals(before.activeOrdinals())
                            ? Optional.of(exchange(now, schedule, wanted, dropped))
                            : Optional.empty();
            case HOLD_OVER, CANCELLED -> Optional.of(new Outcome.Over());
            case ORDER_OPEN -> Optional.of(new Outcome.OrderOpen());
            case CONFIRMED, RECOVERED -> Optional.of(new Outcome.WrongState(now.status()));
        };
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
        seats.deactivate(reservation.id(), dropped);
        store.activate(reservation.id(), schedule, added);
        long totalWon = store.recount(reservation.id());
        seats.countPerson(reservation, added.size() - dropped.size());
        outbox.record(
                new Outgoing(
                        Topic.RESERVATION_EVENTS,
                        reservation.id().toString(),
                        new ReservationHeld(
                                reservation.id(),
                                reservation.userId(),
                                schedule.id(),
                                schedule.seats(wanted),
                                totalWon,
                                schedule.holdSeconds())));
        return new Outcome.Changed(reservations.find(reservation.id()).orElseThrow());
    }
}
