package onsale.catalog.page;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.UUID;
import onsale.catalog.event.EventStatus;
import org.jspecify.annotations.Nullable;

/**
 * What a page says about a show to those who do not run it.
 *
 * @param firstAt when the next schedule starts, or the last one if all are over
 * @param opensAt when the next sale opens; null if none is to come
 */
record ShowFacts(
        UUID id,
        String title,
        String artist,
        String description,
        String venue,
        String address,
        String city,
        LocalDate startsOn,
        LocalDate endsOn,
        EventStatus status,
        String posterUrl,
        long priceMin,
        long priceMax,
        @Nullable OffsetDateTime firstAt,
        @Nullable OffsetDateTime opensAt,
        boolean onSale,
        Instant updatedAt) {}
