package onsale.catalog.event;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.RefundSteps;
import onsale.catalog.event.Event.Grade;
import onsale.catalog.event.EventForm.GradeForm;
import onsale.catalog.words.EventWords;
import onsale.platform.CalendarSettings;
import onsale.platform.db.Database;

/** The SQL of events and their grades. */
public final class EventStore {

    /**
     * The {@link EventStatus} at this moment, of the row {@code e} and the parameter {@code zone}:
     * an open event has ended when its last day is over.
     */
    public static final String STATUS =
            """
            case when e.status = 'OPEN' and e.ends_on < (now() at time zone :zone)::date
                 then 'ENDED' else e.status end
            """;

    /** The condition on the row {@code e} under which fans see an event. */
    public static final String VISIBLE =
            "e.deleted_at is null and e.active and e.status <> 'PREPARING'";

    private final Database database;
    private final String zone;
    private final EventWords words;

    public EventStore(Database database, CalendarSettings calendar, EventWords words) {
        this.database = database;
        this.zone = calendar.timeZone();
        this.words = words;
    }

    void insert(UUID id, UUID venueId, EventForm form) {
        database.sql()
                .sql(
                        """
                        insert into events (id, title, artist, description, venue_id, hall_id,
                            starts_on, ends_on, poster_url, has_op_seats, hold_seconds,
                            seats_per_person_max, active, cast_members, refund_steps)
                        values (:id, :title, :artist, :description, :venueId, :hallId,
                            :startsOn, :endsOn, :posterUrl, :hasOp, :holdSeconds,
                            :seatsPerPersonMax, :active, :cast::jsonb, :refundSteps::jsonb)
                        """)
                .params(columns(id, venueId, form))
                .update();
        replaceGrades(id, form.grades());
        words.index(id);
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
                            cast_members = :cast::jsonb, refund_steps = :refundSteps::jsonb,
                            updated_at = now()
                        where id = :id
                        """)
                .params(columns(id, venueId, form))
                .update();
        replaceGrades(id, form.grades());
        words.index(id);
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
                Map.entry("hasOp", form.hasOPSeatsOrDefault()),
                Map.entry("holdSeconds", form.holdSecondsOrDefault()),
                Map.entry("seatsPerPersonMax", form.seatsPerPersonMaxOrDefault()),
                Map.entry("active", form.activeOrDefault()),
                Map.entry("cast", Cast.json(form.cast())),
                Map.entry("refundSteps", form.refundStepsOrDefault().json()));
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

    private List<Grade> grades(UUID eventId) {
        return database.sql()
                .sql(
                        """
                        select code, price::bigint as price, color, description
                        from event_grades where event_id = ? order by sort_order
                        """)
                .param(eventId)
                .query(Grade.class)
                .list();
    }

    void setStatus(UUID id, EventStatus status) {
        database.sql()
                .sql(
                        """
                        update events set status = :status, updated_at = now(),
                            cancelled_at = case when :status = 'CANCELLED' then now() end
                        where id = :id
                        """)
                .param("status", status.name())
                .param("id", id)
                .update();
    }

    void delete(UUID id) {
        database.sql()
                .sql("update events set deleted_at = now(), updated_at = now() where id = ?")
                .param(id)
                .update();
    }

    /**
     * Stores that events have ended whose last day is over. Readers see it without this, because
     * they use {@link #STATUS}.
     */
    public int storeEnded() {
        return database.sql()
                .sql(
                        """
                        update events set status = 'ENDED', updated_at = now()
                        where status = 'OPEN' and ends_on < (now() at time zone :zone)::date
                        """)
                .param("zone", zone)
                .update();
    }

    /**
     * Finds and locks an event. Everyone who changes an event or one of its schedules locks the
     * event first.
     */
    public Optional<Event> lock(UUID id) {
        return one("e.id = :id and e.deleted_at is null for update of e", id);
    }

    public Optional<Event> find(UUID id) {
        return one("e.id = :id and e.deleted_at is null", id);
    }

    /** Finds an event that fans may see. */
    public Optional<Event> visible(UUID id) {
        return one("e.id = :id and " + VISIBLE, id);
    }

    private Optional<Event> one(String where, UUID id) {
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

    private Event event(ResultSet row, int n) throws SQLException {
        UUID id = row.getObject("id", UUID.class);
        return new Event(
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
                EventStatus.valueOf(row.getString("status_now")),
                row.getBoolean("active"),
                row.getString("poster_url"),
                row.getBoolean("has_op_seats"),
                row.getInt("hold_seconds"),
                row.getInt("seats_per_person_max"),
                grades(id),
                Cast.parse(row.getString("cast_json")),
                RefundSteps.parse(row.getString("refund_steps")));
    }
}
