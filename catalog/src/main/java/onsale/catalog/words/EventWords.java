package onsale.catalog.words;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import onsale.platform.db.Database;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps the words by which events are found ({@code event_words}) in step with events and venues,
 * in the transaction that changes them.
 */
public final class EventWords {

    /** Counted up when words are computed in another way; all are made again then. */
    static final int VERSION = 1;

    /** How many events one transaction of {@link #indexMissing} takes. */
    private static final int BATCH = 500;

    /** Stands between the fields of an event; no word has it. */
    private static final String SEPARATOR = "|";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private record Source(UUID id, String title, String artist, String venue, String cast) {}

    private static final String SOURCE =
            """
            select e.id, e.title, e.artist, v.name as venue, e.cast_members::text as "cast"
            from events e join venues v on v.id = e.venue_id
            """;

    private final Database database;

    public EventWords(Database database) {
        this.database = database;
    }

    public void index(UUID eventId) {
        write(
                database.sql()
                        .sql(SOURCE + "where e.id = ?")
                        .param(eventId)
                        .query(Source.class)
                        .list());
    }

    /** Writes the words of all events of a venue, whose name has changed. */
    public void indexVenue(UUID venueId) {
        write(
                database.sql()
                        .sql(SOURCE + "where e.venue_id = ? and e.deleted_at is null order by e.id")
                        .param(venueId)
                        .query(Source.class)
                        .list());
    }

    /**
     * Writes what is missing: after an upgrade, and where an event was written while its venue was
     * being renamed. Therefore each event is read once more half a minute after a change.
     */
    public int indexMissing() {
        int total = 0;
        int written;
        do {
            written = database.inTransaction(this::indexSome);
            total += written;
        } while (written == BATCH);
        return total;
    }

    private int indexSome() {
        List<Source> missing =
                database.sql()
                        .sql(
                                SOURCE
                                        + """
                                        left join event_words w on w.event_id = e.id
                                        where e.deleted_at is null
                                            and (w.event_id is null or w.version <> :version
                                                or (w.indexed_at < now() - interval '30 seconds'
                                                    and greatest(e.updated_at, v.updated_at)
                                                        + interval '30 seconds' > w.indexed_at))
                                        order by e.id limit :batch
                                        """)
                        .param("version", VERSION)
                        .param("batch", BATCH)
                        .query(Source.class)
                        .list();
        write(missing);
        return missing.size();
    }

    private void write(List<Source> sources) {
        int count = sources.size();
        UUID[] ids = new UUID[count];
        String[] keys = new String[count];
        String[] initials = new String[count];
        String[] grams = new String[count];
        for (int i = 0; i < count; i++) {
            Source source = sources.get(i);
            List<String> fields =
                    Stream.of(source.title, source.artist, source.venue, names(source.cast))
                            .map(Words::key)
                            .toList();
            List<String> fieldInitials = fields.stream().map(Words::initials).toList();
            Set<String> all = new LinkedHashSet<>();
            fields.forEach(field -> Words.addGrams(field, all));
            fieldInitials.forEach(field -> Words.addGrams(field, all));
            ids[i] = source.id;
            keys[i] = String.join(SEPARATOR, fields);
            initials[i] = String.join(SEPARATOR, fieldInitials);
            grams[i] = String.join(" ", all); // no word has a space
        }
        database.sql()
                .sql(
                        """
                        insert into event_words (event_id, version, keys, initials, grams)
                        select w.event_id, ?, w.keys, w.initials, string_to_array(w.grams, ' ')
                        from unnest(?::uuid[], ?::text[], ?::text[], ?::text[])
                            w (event_id, keys, initials, grams)
                        on conflict (event_id) do update set version = excluded.version,
                            keys = excluded.keys, initials = excluded.initials,
                            grams = excluded.grams, indexed_at = now()
                        """)
                .params(VERSION, ids, keys, initials, grams)
                .update();
    }

    /** The names in a cast, each once. */
    private static String names(String cast) {
        return MAPPER.readTree(cast).values().stream()
                .flatMap(names -> names.values().stream())
                .map(JsonNode::asString)
                .distinct()
                .collect(Collectors.joining(" "));
    }
}
