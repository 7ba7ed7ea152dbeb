package onsale.catalog.search;

import java.util.List;
import java.util.UUID;

/**
 * Finds events. What occurs exactly is found in the database; what occurs nowhere is looked up in
 * memory with small slips.
 */
public final class SearchEvents {

    private static final int SIMILAR_MAX = 100;

    private final EventListStore events;
    private final Suggestions suggestions;

    public SearchEvents(EventListStore events, Suggestions suggestions) {
        this.events = events;
        this.suggestions = suggestions;
    }

    EventsFound run(EventSearch search) {
        if (search.matchesNothing()) {
            return new EventsFound(List.of(), search.page(), search.size(), 0, false);
        }
        long total = events.count(search);
        if (total > 0 || search.query().isEmpty()) {
            return new EventsFound(
                    events.search(search), search.page(), search.size(), total, false);
        }
        List<UUID> similar = suggestions.similar(search.query(), SIMILAR_MAX);
        List<EventSummary> found = similar.isEmpty() ? List.of() : events.among(search, similar);
        return new EventsFound(
                found.stream()
                        .skip((long) search.page() * search.size())
                        .limit(search.size())
                        .toList(),
                search.page(),
                search.size(),
                found.size(),
                !found.isEmpty());
    }

    EventFacets facets(EventSearch search) {
        return search.matchesNothing()
                ? new EventFacets(List.of(), List.of(), List.of(), List.of())
                : events.facets(search);
    }
}
