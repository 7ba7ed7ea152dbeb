package onsale.queue;

import java.time.Instant;
import java.util.UUID;

/** A schedule and its waiting room as the database has them. */
record Sale(
        UUID id,
        String title,
        Instant opensAt,
        Instant closesAt,
        boolean queued,
        boolean cancelled,
        boolean soldOut,
        int epoch,
        int openedEpoch,
        int admitPerSecond,
        int maxActive,
        int capacity,
        boolean paused,
        boolean draining,
        int settingsVersion) {

    /** Why nobody enters, or that they may. */
    enum Door {
        NOT_QUEUED,
        NOT_OPEN,
        OPEN,
        SOLD_OUT,
        OVER,
        CANCELLED
    }

    Door door(Instant now) {
        if (cancelled) {
            return Door.CANCELLED;
        } else if (!queued) {
            return Door.NOT_QUEUED;
        } else if (now.isBefore(opensAt)) {
            return Door.NOT_OPEN;
        } else if (!now.isBefore(closesAt)) {
            return Door.OVER;
        }
        return soldOut ? Door.SOLD_OUT : Door.OPEN;
    }
}
