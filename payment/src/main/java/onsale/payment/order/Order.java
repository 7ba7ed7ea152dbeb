package onsale.payment.order;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is to be paid for one reservation. It has one verdict: paid or closed.
 *
 * @param closeAsked why reservation wants it closed, asked for while an attempt was under way; the
 *     end of that attempt decides
 * @param attempts how many attempts have been made to pay it
 * @param closeReason why it is closed; null for orders closed before reasons were kept
 */
public record Order(
        UUID id,
        UUID reservationId,
        State state,
        @Nullable String closeAsked,
        int attempts,
        @Nullable String closeReason) {

    /** Without a verdict, or which verdict. */
    public enum State {
        OPEN,
        PAID,
        CLOSED
    }

    public boolean isOpen() {
        return state == State.OPEN;
    }

    /** Whether it can no longer be paid: it has its verdict, or is about to be closed. */
    public boolean isOver() {
        return !isOpen() || closeAsked != null;
    }
}
