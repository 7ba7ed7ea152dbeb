package onsale.catalog.search;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import onsale.catalog.event.EventStatus;
import org.jspecify.annotations.Nullable;

/**
 * An event in a list.
 *
 * @param priceFrom of the cheapest grade
 * @param saleOpensAt when the next sale of one of its schedules opens; null if none is to come
 * @param onSale whether at least one schedule is on sale now
 * @param soldOut whether no schedule that is on sale has a seat left
 */
public record EventSummary(
        UUID id,
        String title,
        String artist,
        UUID venueId,
        String venue,
        String city,
        LocalDate startsOn,
        LocalDate endsOn,
        EventStatus status,
        String posterUrl,
        long priceFrom,
        @Nullable Instant saleOpensAt,
        boolean onSale,
        boolean soldOut) {}
