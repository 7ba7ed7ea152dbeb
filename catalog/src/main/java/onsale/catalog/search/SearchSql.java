package onsale.catalog.search;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import onsale.catalog.event.EventStore;
import onsale.catalog.words.WantedWords;

/**
 * The parts of SQL that a search is made of: which events {@code e} at venues {@code v} with words
 * {@code w} fit, and in which order. Words are looked up by the index over {@code w.grams}; the
 * patterns then decide.
 */
final class SearchSql {

    /** The fields of an event in its words. */
    private static final int TITLE = 1;

    private static final int ARTIST = 2;
    private static final int VENUE = 3;
    private static final int CAST = 4;

    /**
     * The condition on schedules {@code s} of the event {@code e} that are on sale at this moment.
     */
    static final String IS_ON_SALE =
            """
            s.deleted_at is null and s.status <> 'CANCELLED'
                and s.sale_start_at <= now() and now() < s.sale_end_at
            """;

    static final String IS_OPENING =
            """
            s.deleted_at is null and s.status <> 'CANCELLED' and now() < s.sale_start_at
            """;

    private final EventSearch search;
    private final WantedWords words;
    private final WantedWords artist;
    private final WantedWords venue;
    private final String zone;

    SearchSql(EventSearch search, String zone) {
        this.search = search;
        this.words = search.words();
        this.artist = WantedWords.of(search.artist());
        this.venue = WantedWords.of(search.venue());
        this.zone = zone;
    }

    private boolean needsWords() {
        return !words.isEmpty() || !artist.isEmpty() || !venue.isEmpty();
    }

    String from() {
        return " from events e join venues v on v.id = e.venue_id"
                + (needsWords() ? " join event_words w on w.event_id = e.id" : "");
    }

    /** The words that are searched for, and the days. */
    String where() {
        StringBuilder sql = new StringBuilder(" where ").append(EventStore.VISIBLE);
        if (!words.isEmpty()) {
            sql.append(
                    " and w.grams @> :grams::text[] and w.keys like all (:inKeys::text[])"
                            + " and w.initials like all (:inInitials::text[])");
        }
        if (!artist.isEmpty()) {
            sql.append(" and w.grams @> :artistGrams::text[] and ").append(has(ARTIST, "artist"));
        }
        if (search.from() != null) {
            sql.append(" and e.ends_on >= :from");
        }
        if (search.to() != null) {
            sql.append(" and e.starts_on <= :to");
        }
        return sql.toString();
    }

    /** The filters that facets are counted for. */
    String filters() {
        StringBuilder sql = new StringBuilder();
        if (!venue.isEmpty()) {
            sql.append(" and w.grams @> :venueGrams::text[]");
        }
        return sql.append(" and ")
                .append(inVenue())
                .append(" and ")
                .append(inCity())
                .append(" and ")
                .append(inStatus())
                .append(inSale())
                .toString();
    }

    String inVenue() {
        return venue.isEmpty() ? "true" : has(VENUE, "venue");
    }

    String inCity() {
        return search.city().isEmpty() ? "true" : "v.city = :city";
    }

    String inStatus() {
        return search.status() == null ? "true" : "(" + EventStore.STATUS + ") = :status";
    }

    private String inSale() {
        return switch (search.sale()) {
            case null -> "";
            case ON_SALE -> hasSchedule(IS_ON_SALE);
            case OPENING -> hasSchedule(IS_OPENING);
        };
    }

    private static String hasSchedule(String condition) {
        return " and (%s) = 'OPEN' and exists (select from event_schedules s where s.event_id = e.id and %s)"
                .formatted(EventStore.STATUS, condition);
    }

    /**
     * Whether one field of an event has all words of {@code query}, {@code artist} or {@code
     * venue}.
     */
    private static String has(int field, String what) {
        String prefix = what.isEmpty() ? "in" : what + "In";
        return "(split_part(w.keys, '|', %1$d) like all (:%2$sKeys::text[]) and split_part(w.initials, '|', %1$d) like all (:%2$sInitials::text[]))"
                .formatted(field, prefix);
    }

    /**
     * The order of what was found. By relevance: title before artist before venue before cast, what
     * is over last, titles that are or begin with the words first, soon before far.
     */
    String orderBy() {
        return switch (search.sort()) {
            case RELEVANCE -> words.isEmpty() ? soonFirst() : byRelevance();
            case DATE -> byDate();
            case NEWEST -> "e.created_at desc, e.id";
            case TITLE -> "e.title, e.id";
        };
    }

    private static String byDate() {
        return "e.starts_on, e.title, e.id";
    }

    private static String soonFirst() {
        return "("
                + EventStore.STATUS
                + ") <> 'OPEN', greatest(e.starts_on, (now() at time zone :zone)::date), "
                + byDate();
    }

    private String byRelevance() {
        String title =
                "split_part(w.%s, '|', %d)"
                        .formatted(words.byInitials() ? "initials" : "keys", TITLE);
        List<String> fields = new ArrayList<>();
        for (int field : List.of(TITLE, ARTIST, VENUE, CAST)) {
            fields.add("when %s then %d".formatted(has(field, ""), field));
        }
        return "case "
                + String.join(" ", fields)
                + " else 5 end, ("
                + EventStore.STATUS
                + ") <> 'OPEN', case when "
                + title
                + " = :key then 0 when starts_with("
                + title
                + ", :key) then 1 when strpos("
                + title
                + ", :key) > 0 then 2 else 3 end,"
                + " greatest(e.starts_on, (now() at time zone :zone)::date), "
                + byDate();
    }

    Map<String, Object> values() {
        Map<String, Object> values = new HashMap<>();
        values.put("zone", zone);
        values.put("key", words.key());
        put(values, "", words);
        put(values, "artist", artist);
        put(values, "venue", venue);
        values.put("city", search.city());
        values.put("status", search.status() == null ? "" : search.status().name());
        values.put("from", Objects.requireNonNullElse(search.from(), LocalDate.EPOCH));
        values.put("to", Objects.requireNonNullElse(search.to(), LocalDate.EPOCH));
        values.put("size", search.size());
        values.put("offset", (long) search.page() * search.size());
        return values;
    }

    private static void put(Map<String, Object> values, String what, WantedWords wanted) {
        values.put(what.isEmpty() ? "grams" : what + "Grams", array(wanted.grams()));
        values.put(what.isEmpty() ? "inKeys" : what + "InKeys", array(wanted.inKeys()));
        values.put(what.isEmpty() ? "inInitials" : what + "InInitials", array(wanted.inInitials()));
    }

    private static String[] array(List<String> texts) {
        return texts.toArray(String[]::new);
    }
}
