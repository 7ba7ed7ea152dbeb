package onsale.reservation;

import java.time.Duration;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.reservation.archive.ArchiveReservations;
import onsale.reservation.cancel.EndReservations;
import onsale.reservation.gate.ReconcileGates;
import onsale.reservation.inventory.TellSoldSeats;
import onsale.reservation.payment.AskPayment;
import onsale.reservation.turn.EndedTurns;

/** The periodic work of the context, which all nodes share. */
final class ReservationJobs {

    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration FORGET_EVERY = Duration.ofMinutes(10);
    private static final Duration ARCHIVE_EVERY = Duration.ofMinutes(1);

    private final EndReservations endReservations;
    private final AskPayment askPayment;
    private final ReconcileGates reconcileGates;
    private final TellSoldSeats tellSoldSeats;
    private final EndedTurns endedTurns;
    private final ArchiveReservations archiveReservations;

    ReservationJobs(
            EndReservations endReservations,
            AskPayment askPayment,
            ReconcileGates reconcileGates,
            TellSoldSeats tellSoldSeats,
            EndedTurns endedTurns,
            ArchiveReservations archiveReservations) {
        this.endReservations = endReservations;
        this.askPayment = askPayment;
        this.reconcileGates = reconcileGates;
        this.tellSoldSeats = tellSoldSeats;
        this.endedTurns = endedTurns;
        this.archiveReservations = archiveReservations;
    }

    void start(Jobs jobs, ReservationSettings settings) {
        jobs.every(
                "sweep-holds",
                settings.sweepEvery(),
                LEASE,
                this::sweep,
                endReservations::countExpired);
        // one batch at a time, so that a sold-out hall does not flood payment and the provider
        jobs.every(
                "end-cancelled-shows",
                settings.sweepEvery(),
                LEASE,
                _ -> endReservations.endCancelledShows());
        jobs.every("open-gates", settings.gateCheckEvery(), LEASE, reconcileGates::openAll);
        jobs.every("mend-gates", settings.reconcileEvery(), LEASE, reconcileGates::mendAll);
        jobs.every("tell-sold-seats", settings.syncEvery(), LEASE, tellSoldSeats::tellAll);
        jobs.every("forget-ended-turns", FORGET_EVERY, LEASE, endedTurns::forget);
        jobs.every("archive-cancelled", ARCHIVE_EVERY, LEASE, archiveReservations::run);
    }

    /** Ends some reservations of cancelled shows. Returns how many. */
    int endCancelledShowsOnce() {
        return endReservations.endCancelledShows();
    }

    private void sweep(Lease lease) {
        while (sweepOnce() > 0 && lease.stillMine()) {
            // there may be more
        }
    }

    /** Ends what is over and asks payment what is due. Returns how much there was to do. */
    int sweepOnce() {
        return endReservations.expire()
                + endReservations.settle()
                + endReservations.closeOverdue()
                + askPayment.askAgain();
    }
}
