package onsale.catalog.search;

import java.util.List;

/**
 * A page of events that fit a search.
 *
 * @param page from 0
 * @param total number of items on all pages
 * @param similar whether nothing has exactly what was typed, so that these are what was probably
 *     meant
 */
public record EventsFound(
        List<EventSummary> items, int page, int size, long total, boolean similar) {}
