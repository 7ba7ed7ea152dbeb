package onsale.catalog.search;

import java.util.List;
import onsale.catalog.search.EventSearch.Sort;

/** Searches for tests. */
public final class Searches {

    private Searches() {}

    /** All events that fans see. */
    public static List<EventSummary> all(EventListStore events) {
        return events.search(of("", Sort.DATE, 100));
    }

    static EventSearch of(String query, Sort sort, int size) {
        return new EventSearch(query, null, null, "", "", "", null, null, sort, 0, size);
    }
}
