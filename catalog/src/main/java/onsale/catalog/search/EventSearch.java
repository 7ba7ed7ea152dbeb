package onsale.catalog.search;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What a fan searches for. A text that is empty, and a value that is null, matches every event.
 *
 * @param query part of a title or of an artist's name
 * @param from leaves out events that have ended before this day
 * @param to leaves out events that begin after this day
 */
record EventSearch(
        String query,
        @Nullable Status status,
        String city,
        String venue,
        String artist,
        @Nullable LocalDate from,
        @Nullable LocalDate to,
        Sort sort,
        int page,
        int size) {

    /** The states of events that fans see. */
    enum Status {
        OPEN,
        ENDED,
        CANCELLED
    }

    /** The order of the events found. */
    enum Sort {
        DATE("e.starts_on, e.title, e.id"),
        NEWEST("e.created_at desc, e.id"),
        TITLE("e.title, e.id");

        private final String orderBy;

        Sort(String orderBy) {
            this.orderBy = orderBy;
        }

        String orderBy() {
            return orderBy;
        }
    }
}
