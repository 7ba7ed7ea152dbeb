package onsale.catalog.search;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a fan may be about to type.
 *
 * @param text as it is written in the catalogue
 * @param eventId the event of this title; null for names, for which there may be many
 */
public record Suggestion(Kind kind, String text, @Nullable UUID eventId) {

    /** What the text is, the most important first. */
    public enum Kind {
        TITLE(0),
        ARTIST(1),
        VENUE(2),
        CAST(3);

        static final int COUNT = 4;

        private final int rank;

        Kind(int rank) {
            this.rank = rank;
        }

        /** From 0, the most important. */
        int rank() {
            return rank;
        }
    }
}
