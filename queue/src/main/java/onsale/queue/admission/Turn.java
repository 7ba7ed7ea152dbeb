package onsale.queue.admission;

import java.time.Instant;
import java.util.UUID;
import onsale.queue.line.Fan;

/**
 * A fan's turn: the time in which a called fan may hold and buy seats. Its id is the admission that
 * entry tokens name.
 *
 * @param over the turn has ended, or is about to because its time is over
 */
public record Turn(
        UUID id,
        UUID scheduleId,
        UUID userId,
        UUID person,
        long place,
        Instant expiresAt,
        int extensions,
        boolean over) {

    static final int EXTENSIONS_MAX = 2;

    /** How a turn ends. */
    public enum End {
        PAID,
        LEFT,
        EXPIRED
    }

    public Fan fan() {
        return new Fan(userId, person);
    }

    int extensionsLeft() {
        return EXTENSIONS_MAX - extensions;
    }
}
