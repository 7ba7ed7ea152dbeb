package onsale.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.Forms.ScheduleForm;
import onsale.catalog.Views.ScheduleView;
import onsale.contracts.SchedulePublished;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** Schedules, their layouts, and what others are told of them. */
final class ScheduleStore {

    /**
     * The state at this moment, by the database's clock. Only a cancellation is a fact of its own;
     * the rest follows from the sale times, whether or not the stored column has caught up.
     */
    private static final String STATUS =
            """
            case when s.status = 'CANCELLED' then 'CANCELLED'
                 when now() < s.sale_start_at then 'UPCOMING'
                 when now() < s.sale_end_at then 'ONGOING'
                 else 'ENDED' end
            """;

    private static final String VIEW =
            "select s.*, s.casting::text as casting_json, "
                    + STATUS
                    + """
                     as status_now,
                    s.total_seats - (select count(*) from seats t
                     where t.event_schedule_id = s.id and t.status = 'SOLD') as available
                    from event_schedules s join events e on e.id = s.event_id
                    where s.deleted_at is null and e.deleted_at is null
                    """;

    private static final String VISIBLE = " and e.active and e.status <> 'PREPARING' ";

    private final Database database;
    private final ZoneId zone;

    ScheduleStore(Database database, CatalogSettings settings) {
        this.database = database;
        this.zone = settings.zone();
    }

    // ---- changes

    int nextSequence(UUID eventId) {
        return database.sql()
                .sql(
                        """
                        select coalesce(max(play_sequence), 0) + 1 from event_schedules
                        where event_id = ? and deleted_at is null
                        """)
                .param(eventId)
                .query(Integer.class)
                .single();
    }

    long count(UUID eventId) {
        return database.sql()
                .sql(
                        """
                        select count(*) from event_schedules
                        where event_id = ? and deleted_at is null
                        """)
                .param(eventId)
                .query(Long.class)
                .single();
    }

    /** False if the event has a schedule of that sequence. */
    boolean insert(UUID id, UUID eventId, int sequence, int seats, ScheduleForm form) {
        return database.sql()
                        .sql(
                                """
                                insert into event_schedules (id, event_id, play_sequence,
                                    event_start_at, sale_start_at, sale_end_at, status, casting,
                                    queued, total_seats)
                                select :id, :eventId, :sequence, s.event_start_at, s.sale_start_at,
                                    s.sale_end_at,
                                """
                                        + STATUS
                                        + """
                                        , :casting::jsonb, :queued, :seats
                                        from (values ('', :startsAt::timestamptz, :opensAt::timestamptz,
                                                      :closesAt::timestamptz))
                                            s (status, event_start_at, sale_start_at, sale_end_at)
                                        on conflict do nothing
                                        """)
                        .param("id", id)
                        .param("eventId", eventId)
                        .param("sequence", sequence)
                        .param("seats", seats)
                        .params(columns(form))
                        .update()
                == 1;
    }

    boolean isSequenceTaken(UUID eventId, UUID exceptSchedule, int sequence) {
        return database.sql()
                .sql(
                        """
                        select exists (select from event_schedules where event_id = ? and id <> ?
                                       and play_sequence = ? and deleted_at is null)
                        """)
                .params(eventId, exceptSchedule, sequence)
                .query(Boolean.class)
                .single();
    }

    void update(UUID id, int sequence, ScheduleForm form) {
        database.sql()
                .sql(
                        """
                        update event_schedules set play_sequence = :sequence,
                            event_start_at = :startsAt, sale_start_at = :opensAt,
                            sale_end_at = :closesAt, casting = :casting::jsonb, queued = :queued,
                            updated_at = now()
                        where id = :id
                        """)
                .param("id", id)
                .param("sequence", sequence)
                .params(columns(form))
                .update();
        moveOn("s.id = ?", id); // other times may mean another state
    }

    private static Map<String, Object> columns(ScheduleForm form) {
        return Map.of(
                "startsAt", form.startsAt(),
                "opensAt", form.saleOpensAt(),
                "closesAt", form.saleClosesAt(),
                "casting", Json.write(form.casting() == null ? Map.of() : form.casting()),
                "queued", form.queued() == null || form.queued());
    }

    void cancel(UUID id, String reason) {
        database.sql()
                .sql(
                        """
                        update event_schedules set status = 'CANCELLED', cancelled_at = now(),
                            cancel_reason = ?, updated_at = now()
                        where id = ?
                        """)
                .params(reason, id)
                .update();
    }

    void delete(UUID id) {
        database.sql()
                .sql("update event_schedules set deleted_at = now() where id = ?")
                .param(id)
                .update();
    }

    /** Stored states follow the clock; how many did. */
    int moveOn() {
        return moveOn(
                """
                (s.status = 'UPCOMING' and s.sale_start_at <= now())
                or (s.status = 'ONGOING' and s.sale_end_at <= now())
                """);
    }

    private int moveOn(String which, Object... params) {
        return database.sql()
                .sql("update event_schedules s set status = " + STATUS + " where " + which)
                .params(params)
                .update();
    }

    // ---- reading

    /** Of the event; nobody else changes it before the transaction ends. */
    Optional<ScheduleView> lock(UUID id, UUID eventId) {
        return view(VIEW + " and s.id = ? and s.event_id = ? for update of s", List.of(id, eventId))
                .stream()
                .findFirst();
    }

    Optional<ScheduleView> find(UUID id, UUID eventId) {
        return view(VIEW + " and s.id = ? and s.event_id = ?", List.of(id, eventId)).stream()
                .findFirst();
    }

    Optional<ScheduleView> visible(UUID id) {
        return view(VIEW + VISIBLE + " and s.id = ?", List.of(id)).stream().findFirst();
    }

    List<ScheduleView> ofEvent(UUID eventId) {
        return view(VIEW + " and s.event_id = ? order by s.event_start_at, s.id", List.of(eventId));
    }

    /** All of an event, in an order in which everybody locks. */
    List<ScheduleView> lockAll(UUID eventId) {
        return view(VIEW + " and s.event_id = ? order by s.id for update of s", List.of(eventId));
    }

    /** Of all events of a venue, those that are not over; with their events. */
    List<UUID> eventsWithSchedulesAhead(UUID venueId) {
        return database.sql()
                .sql(
                        """
                        select distinct e.id from events e join event_schedules s on s.event_id = e.id
                        where e.venue_id = ? and e.deleted_at is null and s.deleted_at is null
                          and s.published and s.status <> 'CANCELLED' and s.event_start_at > now()
                        order by e.id
                        """)
                .param(venueId)
                .query(UUID.class)
                .list();
    }

    private List<ScheduleView> view(String sql, List<Object> params) {
        return database.sql().sql(sql).params(params).query(this::schedule).list();
    }

    private ScheduleView schedule(ResultSet row, int n) throws SQLException {
        Instant startsAt = Times.read(row, "event_start_at");
        int available = row.getInt("available");
        return new ScheduleView(
                row.getObject("id", UUID.class),
                row.getObject("event_id", UUID.class),
                row.getInt("play_sequence"),
                startsAt,
                startsAt.atZone(zone).getDayOfWeek(),
                Times.read(row, "sale_start_at"),
                Times.read(row, "sale_end_at"),
                row.getString("status_now"),
                row.getBoolean("queued"),
                Json.cast(row.getString("casting_json")),
                row.getInt("total_seats"),
                available,
                available == 0);
    }

    // ---- layouts

    void insertLayout(UUID id, LayoutDocument.Packed layout) {
        database.sql()
                .sql("insert into schedule_layouts values (?, ?, ?)")
                .params(id, layout.hash(), layout.jsonGzip())
                .update();
    }

    Optional<LayoutDocument.Packed> visibleLayout(UUID id) {
        return database.sql()
                .sql(
                        """
                        select l.hash, l.json_gzip from schedule_layouts l
                        join event_schedules s on s.id = l.event_schedule_id
                        join events e on e.id = s.event_id
                        where s.deleted_at is null and e.deleted_at is null
                        """
                                + VISIBLE
                                + " and s.id = ?")
                .param(id)
                .query(LayoutDocument.Packed.class)
                .optional();
    }

    // ---- what others are told

    boolean isPublished(UUID id) {
        return database.sql()
                .sql("select published from event_schedules where id = ?")
                .param(id)
                .query(Boolean.class)
                .single();
    }

    /** Counts on for the next telling; the first one keeps the number it has. */
    void nextVersion(UUID id) {
        database.sql()
                .sql(
                        """
                        update event_schedules
                        set version = version + case when published then 1 else 0 end, published = true
                        where id = ?
                        """)
                .param(id)
                .update();
    }

    void nextInventory(UUID id) {
        database.sql()
                .sql(
                        """
                        update event_schedules set inventory_version = inventory_version + 1
                        where id = ?
                        """)
                .param(id)
                .update();
    }

    int inventoryVersion(UUID id) {
        return database.sql()
                .sql("select inventory_version from event_schedules where id = ?")
                .param(id)
                .query(Integer.class)
                .single();
    }

    Instant cancelledAt(UUID id) {
        return database.sql()
                .sql("select cancelled_at from event_schedules where id = ?")
                .param(id)
                .query(OffsetDateTime.class)
                .single()
                .toInstant();
    }

    SchedulePublished publication(UUID id, List<SchedulePublished.Grade> grades) {
        return database.sql()
                .sql(
                        """
                        select s.*, e.title, e.poster_url, e.hold_seconds, e.seats_per_person_max,
                               v.name as venue, h.name as hall
                        from event_schedules s join events e on e.id = s.event_id
                        join venues v on v.id = e.venue_id join halls h on h.id = e.hall_id
                        where s.id = ?
                        """)
                .param(id)
                .query((row, n) ->
                        new SchedulePublished(
                                id,
                                row.getObject("event_id", UUID.class),
                                row.getInt("version"),
                                row.getString("title"),
                                row.getString("venue"),
                                row.getString("hall"),
                                row.getString("poster_url"),
                                Times.read(row, "event_start_at"),
                                Times.read(row, "sale_start_at"),
                                Times.read(row, "sale_end_at"),
                                row.getBoolean("queued"),
                                row.getInt("hold_seconds"),
                                row.getInt("seats_per_person_max"),
                                grades))
                .single();
    }
}
