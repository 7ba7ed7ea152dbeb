package onsale.reservation.gate;

import java.time.Duration;
import java.util.List;
import onsale.reservation.Reservation;
import onsale.reservation.inventory.Schedules;

/**
 * Tells the gate what PostgreSQL has decided about a reservation. To be called after the commit.
 * What is lost on the way is put right by {@link MendGate}.
 */
public final class TellGate {

    private final Schedules schedules;
    private final SeatGate gate;

    public TellGate(Schedules schedules, SeatGate gate) {
        this.schedules = schedules;
        this.gate = gate;
    }

    /** The seats are held for this long. */
    public void held(Reservation reservation, Duration holdFor) {
        schedules
                .find(reservation.scheduleId())
                .ifPresent(schedule ->
                        gate.keep(
                                schedule,
                                reservation.holder(),
                                holdFor,
                                reservation.activeOrdinals()));
    }

    public void sold(Reservation reservation) {
        schedules
                .find(reservation.scheduleId())
                .ifPresent(schedule ->
                        gate.sell(schedule, reservation.holder(), reservation.activeOrdinals()));
    }

    /** The reservation does not have these seats any more: others may have them. */
    public void released(Reservation reservation, List<Integer> ordinals) {
        schedules
                .find(reservation.scheduleId())
                .ifPresent(schedule -> gate.release(schedule, reservation.holder(), ordinals));
    }

    /** The reservation has no seats any more: others may have all that it had. */
    public void released(Reservation reservation) {
        schedules
                .find(reservation.scheduleId())
                .ifPresent(schedule ->
                        gate.release(schedule, reservation.holder(), reservation.ordinals()));
    }
}
