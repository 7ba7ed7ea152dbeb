package onsale.notification.notice;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as people are told of it.
 *
 * @param eventId null if only a purchase told of it
 * @param ownerId its organiser; null for a show of the platform, or if only a purchase told of it
 * @param version 0 if only a purchase told of it
 */
public record Show(
        UUID scheduleId,
        @Nullable UUID eventId,
        @Nullable UUID ownerId,
        int version,
        String title,
        String venue,
        Instant startsAt,
        @Nullable Instant saleOpensAt,
        @Nullable Instant freeUntil,
        @Nullable Instant cancelledAt) {}
