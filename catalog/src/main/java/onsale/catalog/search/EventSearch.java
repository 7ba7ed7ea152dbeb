package onsale.catalog.search;

import java.time.LocalDate;
import onsale.catalog.words.WantedWords;
import org.jspecify.annotations.Nullable;

/**
 * What a fan searches for. A text that is empty, and a value that is null, matches every event.
 *
 * @param query words of a title, an artist, a venue or a cast, or parts or initials of them
 * @param sale leaves out events that have no such sale now
 * @param from leaves out events that have ended before this day
 * @param to leaves out events that begin after this day
 */
record EventSearch(
        String query,
        @Nullable Status status,
        @Nullable Sale sale,
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

    /** What can be done with tickets of an event. */
    enum Sale {
        /** At least one schedule is on sale. */
        ON_SALE,
        /** At least one sale is still to open. */
        OPENING
    }

    /** The order of the events found. */
    enum Sort {
        /** Where the words were found, what is soon before what is far, what is over last. */
        RELEVANCE,
        DATE,
        NEWEST,
        TITLE
    }

    WantedWords words() {
        return WantedWords.of(query);
    }

    /** The same filters for any words. */
    EventSearch withoutWords() {
        return new EventSearch("", status, sale, city, venue, artist, from, to, Sort.DATE, 0, size);
    }

    /** Whether something is searched for that nothing can match, such as punctuation. */
    boolean matchesNothing() {
        return matchesNothing(query) || matchesNothing(artist) || matchesNothing(venue);
    }

    private static boolean matchesNothing(String text) {
        return !text.isEmpty() && WantedWords.of(text).isEmpty();
    }
}
