package onsale.reservation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.integrity.Probe;
import onsale.platform.integrity.Probe.Finding;
import onsale.platform.integrity.Repair;
import onsale.reservation.Reservation.Phase;
import onsale.reservation.Reservation.Reason;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.gate.MendGate;
import onsale.reservation.gate.TellGate;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.ScheduleStore;
import onsale.reservation.inventory.Schedules;
import onsale.reservation.inventory.TellSoldSeats;
import onsale.reservation.payment.AskPayment;

/**
 * Repairs what integrity checks have found wrong with reservations and seats. Uses what the context
 * does anyway: holds that are over end, payment is asked for its verdict, and the gate and the
 * catalogue are told what the rows say.
 */
final class RepairReservations {

    private final Database database;
    private final ReservationStore reservations;
    private final EndReservations endReservations;
    private final AskPayment askPayment;
    private final ScheduleStore scheduleStore;
    private final Schedules schedules;
    private final MendGate mendGate;
    private final TellGate tellGate;
    private final TellSoldSeats tellSoldSeats;

    RepairReservations(
            Database database,
            ReservationStore reservations,
            EndReservations endReservations,
            AskPayment askPayment,
            ScheduleStore scheduleStore,
            Schedules schedules,
            MendGate mendGate,
            TellGate tellGate,
            TellSoldSeats tellSoldSeats) {
        this.database = database;
        this.reservations = reservations;
        this.endReservations = endReservations;
        this.askPayment = askPayment;
        this.scheduleStore = scheduleStore;
        this.schedules = schedules;
        this.mendGate = mendGate;
        this.tellGate = tellGate;
        this.tellSoldSeats = tellSoldSeats;
    }

    List<Repair> all() {
        return List.of(
                new Repair("stuck_pending", this::endStuck),
                new Repair("seat_state", this::tellSeats));
    }

    /** Finds the seats that the gates of schedules on sale show wrongly. */
    Probe gates() {
        return new Probe("seat_state", this::wrongAtGates);
    }

    private int endStuck(List<String> reservationIds) {
        int done = 0;
        for (String id : reservationIds) {
            Optional<Reservation> ended =
                    database.inTransaction(() -> endIfOver(UUID.fromString(id)));
            ended.filter(reservation -> reservation.phase() == Phase.HOLD_OVER)
                    .ifPresent(tellGate::released);
            done += ended.isPresent() ? 1 : 0;
        }
        return done;
    }

    private Optional<Reservation> endIfOver(UUID id) {
        Optional<Reservation> over = reservations.lock(id).filter(Reservation::expired);
        over.ifPresent(reservation -> {
            if (reservation.phase() == Phase.ORDER_OPEN) {
                askPayment.remindToClose(reservation, Reason.EXPIRED);
            } else {
                endReservations.cancel(reservation, Reason.EXPIRED);
            }
        });
        return over;
    }

    private int tellSeats(List<String> scheduleIds) {
        int done = 0;
        for (String id : scheduleIds) {
            Optional<Schedule> schedule = schedules.find(UUID.fromString(id));
            schedule.ifPresent(found -> {
                mendGate.run(found.id());
                tellSoldSeats.tell(found.id(), found.seatCount());
            });
            done += schedule.isPresent() ? 1 : 0;
        }
        return done;
    }

    private List<Finding> wrongAtGates() {
        List<Finding> found = new ArrayList<>();
        for (ScheduleStore.OnSale schedule : scheduleStore.onSale()) {
            for (int ordinal : mendGate.wrongTwice(schedule.id())) {
                found.add(
                        new Finding(
                                schedule.id().toString(),
                                "schedule_id %s, ordinal %d, wrong at the gate"
                                        .formatted(schedule.id(), ordinal)));
            }
        }
        return found;
    }
}
