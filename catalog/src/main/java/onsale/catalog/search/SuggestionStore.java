package onsale.catalog.search;

import java.util.List;
import java.util.UUID;
import onsale.catalog.event.Cast;
import onsale.catalog.event.EventStore;
import onsale.catalog.search.SuggestionIndex.Source;
import onsale.platform.CalendarSettings;
import onsale.platform.db.Database;

/** The SQL by which titles and names come into memory. */
public final class SuggestionStore {

    /** More than any catalogue has; a bound for the memory of a node. */
    private static final int EVENTS_MAX = 50_000;

    private final Database database;
    private final String zone;

    public SuggestionStore(Database database, CalendarSettings calendar) {
        this.database = database;
        this.zone = calendar.timeZone();
    }

    /** Differs when an event or a venue has changed since. */
    String marker() {
        return database.sql()
                .sql(
                        """
                        select concat_ws(' ', (select max(updated_at) from events),
                            (select max(indexed_at) from event_words))
                        """)
                .query(String.class)
                .single();
    }

    /** The events that fans see, those that are soon first and those that are over last. */
    List<Source> all() {
        return database.sql()
                .sql(
                        "select e.id, e.title, e.artist, v.name as venue,"
                                + " e.cast_members::text as cast_json"
                                + " from events e join venues v on v.id = e.venue_id where "
                                + EventStore.VISIBLE
                                + " order by "
                                + EventStore.STATUS
                                + " <> 'OPEN', e.starts_on, e.id limit :max")
                .param("zone", zone)
                .param("max", EVENTS_MAX)
                .query((row, n) ->
                        new Source(
                                row.getObject("id", UUID.class),
                                row.getString("title"),
                                row.getString("artist"),
                                row.getString("venue"),
                                Cast.parse(row.getString("cast_json")).values().stream()
                                        .flatMap(List::stream)
                                        .distinct()
                                        .toList()))
                .list();
    }
}
