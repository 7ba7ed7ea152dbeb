package onsale.ops.cockpit;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as the catalogue has it.
 *
 * @param ownerId the organiser whose show it is; null for a show of the platform's own
 * @param grades the most expensive first
 */
record Show(
        UUID scheduleId,
        UUID eventId,
        @Nullable UUID ownerId,
        String title,
        String venue,
        Instant startsAt,
        Instant saleOpensAt,
        Instant saleClosesAt,
        Phase phase,
        boolean queued,
        int seats,
        List<Grade> grades) {

    /** How far a sale is. */
    enum Phase {
        UPCOMING,
        OPEN,
        OVER,
        CANCELLED
    }

    record Grade(String code, long priceWon, int seats) {}

    Show {
        grades = List.copyOf(grades);
    }

    /** Organisers see their own shows; who runs the platform sees all. */
    boolean isShownTo(UUID userId, Set<String> roles) {
        return roles.contains(CurrentUser.OPERATOR)
                || roles.contains(CurrentUser.ADMIN)
                || userId.equals(ownerId);
    }
}
