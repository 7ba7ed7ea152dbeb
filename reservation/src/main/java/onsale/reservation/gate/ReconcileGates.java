package onsale.reservation.gate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.job.Lease;
import onsale.platform.job.Rounds;
import onsale.platform.redis.Incarnation.State;
import onsale.reservation.ReservationStore;
import onsale.reservation.inventory.Schedule;
import onsale.reservation.inventory.ScheduleStore;
import onsale.reservation.inventory.ScheduleStore.OnSale;
import onsale.reservation.inventory.Schedules;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the gates of all schedules on sale in step with the rows: rebuilds those that have lost
 * their data, and mends those that are open.
 */
public final class ReconcileGates {

    private static final int CHECK_LEASE_EVERY = 50;

    /** After so many runs, {@link #openAll} has looked at every gate. */
    private static final int OPEN_RUNS_MAX = 60;

    /** After so many runs, {@link #mendAll} has looked at every gate. */
    private static final int MEND_RUNS_MAX = 10;

    /**
     * How long after its opening a gate is mended in every run: a hold that began while the gate
     * was restoring may commit so late, and the gate has not heard of it.
     */
    private static final Duration LATE_HOLDS = Duration.ofSeconds(15);

    private final ScheduleStore scheduleStore;
    private final Schedules schedules;
    private final ReservationStore reservations;
    private final SeatGate gate;
    private final RebuildGate rebuildGate;
    private final MendGate mendGate;
    private final Map<UUID, Long> openedNanos = new ConcurrentHashMap<>();
    private final Set<UUID> seenOpen = ConcurrentHashMap.newKeySet();
    private final Rounds<OnSale> openRounds = new Rounds<>(OPEN_RUNS_MAX, OnSale::id);
    private final Rounds<OnSale> mendRounds = new Rounds<>(MEND_RUNS_MAX, OnSale::id);

    public ReconcileGates(
            ScheduleStore scheduleStore,
            Schedules schedules,
            ReservationStore reservations,
            SeatGate gate,
            RebuildGate rebuildGate,
            MendGate mendGate) {
        this.scheduleStore = scheduleStore;
        this.schedules = schedules;
        this.reservations = reservations;
        this.gate = gate;
        this.rebuildGate = rebuildGate;
        this.mendGate = mendGate;
    }

    /** Rebuilds every gate that has lost its data. Only one node does it at a time. */
    public void openAll(Lease lease) {
        for (OnSale schedule : openRounds.due(scheduleStore.onSale())) {
            UUID id = schedule.id();
            boolean isOpen = gate.incarnation().state(id.toString()) == State.OPEN;
            openRounds.note(id, !isOpen || wasOpenedLately(id));
            if (isOpen) {
                seenOpen.add(id);
                if (wasOpenedLately(id)) {
                    mendGate.run(id);
                }
                continue;
            }
            if (seenOpen.remove(id)) {
                openRounds.lookAtAll(); // Redis has lost this gate, and perhaps others
            }
            // The lease is checked only when there is something to do: the check is a write.
            if (!lease.stillMine()) {
                return;
            }
            schedules.find(id).ifPresent(this::rebuild);
        }
    }

    private boolean wasOpenedLately(UUID id) {
        @Nullable Long opened = openedNanos.get(id);
        if (opened != null && System.nanoTime() - opened > LATE_HOLDS.toNanos()) {
            openedNanos.remove(id);
        }
        return opened != null;
    }

    /** Mends open gates: those with holds in every run, the others in turn. */
    public void mendAll(Lease lease) {
        Set<UUID> withHolds = reservations.schedulesWithHolds();
        List<OnSale> onSale = scheduleStore.onSale();
        onSale.forEach(one -> mendRounds.note(one.id(), withHolds.contains(one.id())));
        int mended = 0;
        for (OnSale schedule : mendRounds.due(onSale)) {
            if (mended++ % CHECK_LEASE_EVERY == 0 && !lease.stillMine()) {
                return;
            }
            mendGate.run(schedule.id());
        }
    }

    /** Rebuilds one gate and mends it, for holds that committed meanwhile. */
    public void rebuild(Schedule schedule) {
        if (rebuildGate.run(schedule)) {
            openedNanos.put(schedule.id(), System.nanoTime());
            mendGate.run(schedule.id());
        }
    }
}
