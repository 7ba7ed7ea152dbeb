package onsale.reservation;

import java.time.Duration;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;

/** What time does to reservations, shared by all nodes. */
final class Sweeper {

    private static final Duration LEASE = Duration.ofSeconds(10);

    private final Endings endings;
    private final Reconcile reconcile;
    private final SeatSync seatSync;

    Sweeper(Endings endings, Reconcile reconcile, SeatSync seatSync) {
        this.endings = endings;
        this.reconcile = reconcile;
        this.seatSync = seatSync;
    }

    void start(Jobs jobs, ReservationSettings settings) {
        jobs.every("sweep-holds", settings.sweepEvery(), LEASE, this::sweep);
        jobs.every("open-gates", settings.gateCheckEvery(), LEASE, reconcile::openGates);
        jobs.every("mend-gates", settings.reconcileEvery(), LEASE, reconcile::mendAll);
        jobs.every("tell-sold-seats", settings.syncEvery(), LEASE, seatSync::tellAll);
    }

    private void sweep(Lease lease) {
        while (endings.expire()
                                + endings.settle()
                                + endings.closeOverdue()
                                + endings.endCancelledShows()
                        > 0
                && lease.stillMine()) {
            // there may be more
        }
    }
}
