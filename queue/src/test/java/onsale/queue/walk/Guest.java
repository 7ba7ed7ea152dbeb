package onsale.queue.walk;

import onsale.queue.Room;
import onsale.queue.line.Fan;
import onsale.queue.line.Receipt;
import org.jspecify.annotations.Nullable;

/** A fan of a walk, as the model expects them to be. Times are seconds since its start. */
final class Guest {

    /** Where a fan is. */
    enum Is {
        OUT,
        WAITING,
        CALLED,
        INSIDE
    }

    final Fan fan = Room.aFan();
    Is is = Is.OUT;
    @Nullable Receipt receipt;
    double calledAt;

    /** A node has begun to take the turn up for this fan, and was stopped. */
    boolean taking;

    double mayBeSeenAt = -1_000;
    double surelySeenAt = -1_000;
    boolean sleeps;

    Receipt knownReceipt() {
        if (receipt == null) {
            throw new IllegalStateException("has no place");
        }
        return receipt;
    }
}
