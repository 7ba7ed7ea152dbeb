package onsale.reservation.ticket;

import java.time.Instant;
import onsale.platform.Redacted;
import org.jspecify.annotations.Nullable;

/**
 * A ticket with all that is printed on it.
 *
 * @param code the signed text that is checked at the entrance
 * @param entrance the only door by which it enters; null for any
 */
public record PrintedTicket(
        String number,
        String code,
        boolean isVoid,
        String title,
        String venue,
        String hall,
        Instant startsAt,
        String seatNumber,
        String grade,
        @Nullable String entrance) {

    @Override
    public String toString() {
        return Redacted.text(this, "code");
    }
}
