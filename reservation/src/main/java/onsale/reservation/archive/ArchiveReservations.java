package onsale.reservation.archive;

import java.time.Duration;
import onsale.platform.job.Lease;

/** Moves cancelled reservations to the archive when their time on the list is over, in batches. */
public final class ArchiveReservations {

    private static final int AT_ONCE = 200;

    private final ArchiveStore store;
    private final Duration cancelledShownFor;
    private final Duration unpaidKeptFor;

    /**
     * @param cancelledShownFor how long cancelled reservations stay on their fans' lists
     * @param unpaidKeptFor how long holds that nobody paid for are kept after their end
     */
    public ArchiveReservations(
            ArchiveStore store, Duration cancelledShownFor, Duration unpaidKeptFor) {
        this.store = store;
        this.cancelledShownFor = cancelledShownFor;
        this.unpaidKeptFor = unpaidKeptFor;
    }

    public void run(Lease lease) {
        while (runOnce() > 0 && lease.stillMine()) {
            // there may be more
        }
    }

    /** Moves and forgets one batch of each. Returns how many there were. */
    public int runOnce() {
        return store.move(cancelledShownFor, AT_ONCE) + store.forgetUnpaid(unpaidKeptFor, AT_ONCE);
    }
}
