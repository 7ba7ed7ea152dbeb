package onsale.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.Forms.EventForm;
import onsale.catalog.Forms.GradeForm;
import onsale.catalog.Views.EventSummary;
import onsale.catalog.Views.EventView;
import onsale.catalog.Views.GradeView;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/** Events and their grades. */
final class EventStore {

    /** The state at this moment: an open event has ended when its last day is over. */
    private static final String STATUS =
            """
            case when e.status = 'OPEN' and e.ends_on < (now() at time zone :zone)::date
                 then 'ENDED' else e.status end
            """;

    /** What a fan may know of. */
    private static final String VISIBLE =
            "e.deleted_at is null and e.active and e.status <> 'PREPARING'";

    /**
     * What a fan looks for; empty or null where it does not matter.
     *
     * @param query part of a title or an artist's name
     * @param from events that have not ended before this day
     * @param to events that have begun by this day
     */
    record Search(
            String query,
            @Nullable String status,
            String city,
            String venue,
            String artist,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            Sort sort,
            int page,
            int size) {}

    /** In which order. */
    enum Sort {
        DATE("e.starts_on, e.title, e.id"),
        NEWEST("e.created_at desc, e.id"),
        TITLE("e.title, e.id");

        private final String orderBy;

        Sort(String orderBy) {
            this.orderBy = orderBy;
        }
    }

    private final Database database;
    private final String zone;

    EventStore(Database database, CatalogSettings settings) {
        this.database = database;
        this.zone = settings.timeZone();
    }

    void insert(UUID id, UUID venueId, EventForm form) {
        database.sql()
                .sql(
                        """
                        insert into events (id, title, artist, description, venue_id, hall_id,
                            starts_on, ends_on, poster_url, has_op_seats, hold_seconds,
                            seats_per_person_max, active, cast_members)
                        values (:id, :title, :artist, :description, :venueId, :hallId,
                            :startsOn, :endsOn, :posterUrl, :hasOp, :holdSeconds,
                            :seatsPerPersonMax, :active, :cast::jsonb)
                        """)
                .params(columns(id, venueId, form))
                .update();
        replaceGrades(id, form.grades());
    }

    void update(UUID id, UUID venueId, EventForm form) {
        database.sql()
                .sql(
                        """
                        update events set title = :title, artist = :artist,
                            description = :description, venue_id = :venueId, hall_id = :hallId,
                            starts_on = :startsOn, ends_on = :endsOn, poster_url = :posterUrl,
                            has_op_seats = :hasOp, hold_seconds = :holdSeconds,
                            seats_per_person_max = :seatsPerPersonMax, active = :active,
                            cast_members = :cast::jsonb, updated_at = now()
                        where id = :id
                        """)
                .params(columns(id, venueId, form))
                .update();
        replaceGrades(id, form.grades());
    }

    private static Map<String, Object> columns(UUID id, UUID venueId, EventForm form) {
        return Map.ofEntries(
                Map.entry("id", id),
                Map.entry("title", form.title()),
                Map.entry("artist", form.artist()),
                Map.entry("description", Objects.requireNonNullElse(form.description(), "")),
                Map.entry("venueId", venueId),
                Map.entry("hallId", form.hallId()),
                Map.entry("startsOn", form.startsOn()),
                Map.entry("endsOn", form.endsOn()),
                Map.entry("posterUrl", Objects.requireNonNullElse(form.posterUrl(), "")),
                Map.entry("hasOp", form.hasOPSeats() == null || form.hasOPSeats()),
                Map.entry(
                        "holdSeconds",
                        Objects.requireNonNullElse(form.holdSeconds(), Forms.HOLD_SECONDS_DEFAULT)),
                Map.entry(
                        "seatsPerPersonMax",
                        Objects.requireNonNullElse(
                                form.seatsPerPersonMax(), Forms.SEATS_PER_PERSON_DEFAULT)),
                Map.entry("active", form.active() == null || form.active()),
                Map.entry("cast", Json.write(form.cast() == null ? Map.of() : form.cast())));
    }

    private void replaceGrades(UUID eventId, List<GradeForm> grades) {
        database.sql().sql("delete from event_grades where event_id = ?").param(eventId).update();
        int order = 0;
        for (GradeForm grade : grades) {
            database.sql()
                    .sql(
                            """
                            insert into event_grades (event_id, code, price, color, description, sort_order)
                            values (?, ?, ?, ?, ?, ?)
                            """)
                    .params(
                            eventId,
                            grade.code(),
                            grade.price(),
                            grade.color(),
                            Objects.requireNonNullElse(grade.description(), ""),
                            order++)
                    .update();
        }
    }

    List<GradeView> grades(UUID eventId) {
        return database.sql()
                .sql(
                        """
                        select code, price::bigint as price, color, description
                        from event_grades where event_id = ? order by sort_order
                        """)
                .param(eventId)
                .query(GradeView.class)
                .list();
    }

    void setStatus(UUID id, String status) {
        database.sql()
                .sql(
                        """
                        update events set status = :status, updated_at = now(),
                            cancelled_at = case when :status = 'CANCELLED' then now() end
                        where id = :id
                        """)
                .param("status", status)
                .param("id", id)
                .update();
    }

    void delete(UUID id) {
        database.sql().sql("update events set deleted_at = now() where id = ?").param(id).update();
    }

    /** Events whose last day is over; only what is stored follows here, readers see it anyway. */
    int endThoseOver() {
        return database.sql()
                .sql(
                        """
                        update events set status = 'ENDED', updated_at = now()
                        where status = 'OPEN' and ends_on < (now() at time zone :zone)::date
                        """)
                .param("zone", zone)
                .update();
    }

    /** With nobody else changing it or its schedules before the transaction ends. */
    Optional<EventView> lock(UUID id) {
        return one("e.id = :id and e.deleted_at is null for update of e", id);
    }

    Optional<EventView> find(UUID id) {
        return one("e.id = :id and e.deleted_at is null", id);
    }

    Optional<EventView> visible(UUID id) {
        return one("e.id = :id and " + VISIBLE, id);
    }

    private Optional<EventView> one(String where, UUID id) {
        return database.sql()
                .sql(
                        "select e.*, e.cast_members::text as cast_json, v.name as venue, v.city,"
                                + " h.name as hall, "
                                + STATUS
                                + " as status_now from events e"
                                + " join venues v on v.id = e.venue_id"
                                + " join halls h on h.id = e.hall_id where "
                                + where)
                .param("zone", zone)
                .param("id", id)
                .query(this::event)
                .optional();
    }

    private EventView event(ResultSet row, int n) throws SQLException {
        UUID id = row.getObject("id", UUID.class);
        return new EventView(
                id,
                row.getString("title"),
                row.getString("artist"),
                row.getString("description"),
                row.getObject("venue_id", UUID.class),
                row.getString("venue"),
                row.getString("city"),
                row.getObject("hall_id", UUID.class),
                row.getString("hall"),
                row.getObject("starts_on", LocalDate.class),
                row.getObject("ends_on", LocalDate.class),
                row.getString("status_now"),
                row.getBoolean("active"),
                row.getString("poster_url"),
                row.getBoolean("has_op_seats"),
                row.getInt("hold_seconds"),
                row.getInt("seats_per_person_max"),
                grades(id),
                Json.cast(row.getString("cast_json")),
                List.of());
    }

    // ---- lists

    List<EventSummary> search(Search search) {
        return database.sql()
                .sql(
                        "select e.id, e.title, e.artist, e.venue_id, v.name as venue, v.city,"
                                + " e.starts_on, e.ends_on, e.poster_url, "
                                + STATUS
                                + " as status "
                                + matching(search)
                                + " order by "
                                + search.sort().orderBy
                                + " limit :size offset :offset")
                .params(values(search))
                .query(EventSummary.class)
                .list();
    }

    long count(Search search) {
        return database.sql()
                .sql("select count(*) " + matching(search))
                .params(values(search))
                .query(Long.class)
                .single();
    }

    private static String matching(Search search) {
        StringBuilder sql =
                new StringBuilder(" from events e join venues v on v.id = e.venue_id where ");
        sql.append(VISIBLE);
        if (!search.query().isEmpty()) {
            sql.append(" and e.search_text like :query");
        }
        if (!search.artist().isEmpty()) {
            sql.append(" and lower(e.artist) like :artist");
        }
        if (!search.venue().isEmpty()) {
            sql.append(" and lower(v.name) like :venue");
        }
        if (!search.city().isEmpty()) {
            sql.append(" and v.city = :city");
        }
        if (search.status() != null) {
            sql.append(" and ").append(STATUS).append(" = :status");
        }
        if (search.from() != null) {
            sql.append(" and e.ends_on >= :from");
        }
        if (search.to() != null) {
            sql.append(" and e.starts_on <= :to");
        }
        return sql.toString();
    }

    private Map<String, Object> values(Search search) {
        return Map.ofEntries(
                Map.entry("zone", zone),
                Map.entry("query", part(search.query())),
                Map.entry("artist", part(search.artist())),
                Map.entry("venue", part(search.venue())),
                Map.entry("city", search.city()),
                Map.entry("status", Objects.requireNonNullElse(search.status(), "")),
                Map.entry("from", Objects.requireNonNullElse(search.from(), LocalDate.EPOCH)),
                Map.entry("to", Objects.requireNonNullElse(search.to(), LocalDate.EPOCH)),
                Map.entry("size", search.size()),
                Map.entry("offset", (long) search.page() * search.size()));
    }

    /** As a pattern that matches the text anywhere; what means something in patterns is quoted. */
    private static String part(String text) {
        String quoted =
                text.toLowerCase(java.util.Locale.ROOT)
                        .replace("\\", "\\\\")
                        .replace("%", "\\%")
                        .replace("_", "\\_");
        return "%" + quoted + "%";
    }

    /** Every event there is, for organisers. */
    List<EventSummary> all(int page, int size) {
        return database.sql()
                .sql(
                        "select e.id, e.title, e.artist, e.venue_id, v.name as venue, v.city,"
                                + " e.starts_on, e.ends_on, e.poster_url, "
                                + STATUS
                                + " as status from events e join venues v on v.id = e.venue_id"
                                + " where e.deleted_at is null order by e.created_at desc, e.id"
                                + " limit :size offset :offset")
                .param("zone", zone)
                .param("size", size)
                .param("offset", (long) page * size)
                .query(EventSummary.class)
                .list();
    }

    long countAll() {
        return database.sql()
                .sql("select count(*) from events where deleted_at is null")
                .query(Long.class)
                .single();
    }
}
