package onsale.catalog.search;

import java.util.List;

/**
 * How many events of a search have which value. The counts of one filter leave out that filter
 * itself and heed all others, so each tells what choosing the value would find.
 */
public record EventFacets(
        List<FacetCount> cities,
        List<FacetCount> venues,
        List<FacetCount> statuses,
        List<FacetCount> sales) {

    /** A value that events have, those with most events first. */
    public record FacetCount(String value, long count) {}
}
