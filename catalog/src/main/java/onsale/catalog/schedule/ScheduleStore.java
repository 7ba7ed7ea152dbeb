package onsale.catalog.schedule;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.event.Cast;
import onsale.platform.CalendarSettings;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The SQL of schedules. */
public final class ScheduleStore {

    /**
     * The {@link ScheduleStatus} of the row {@code s} at this moment, by the database's clock. Only
     * a cancellation is stored as a fact; the other states follow from the sale times, whether or
     * not the stored column is up to date.
     */
    private static final String STATUS =
            """
            case when s.status = 'CANCELLED' then 'CANCELLED'
                 when now() < s.sale_start_at then 'UPCOMING'
                 when now() < s.sale_end_at then 'ONGOING'
                 else 'ENDED' end
            """;

    private static final String SELECT =
            "select s.*, s.casting::text as casting_json, "
                    + STATUS
                    + """
                     as status_now,
                    s.total_seats - (select count(*) from seats t
                     where t.event_schedule_id = s.id and t.status = 'SOLD') as available
                    from event_schedules s join events e on e.id = s.event_id
                    where s.deleted_at is null and e.deleted_at is null
                    """;

    /** The condition under which fans see a schedule. */
    private static final String VISIBLE = " and e.active and e.status <> 'PREPARING' ";

    private final Database database;
    private final ZoneId zone;

    public ScheduleStore(Database database, CalendarSettings calendar) {
        this.database = database;
        this.zone = calendar.zone();
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

    public long count(UUID eventId) {
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

    /** Returns false if the event already has a schedule of that sequence. */
    boolean insert(UUID id, UUID eventId, int sequence, int seats, ScheduleForm form) {
        return database.sql()
                        .sql(
                                """
                                insert into event_schedules (id, event_id, play_sequence,
                                    event_start_at, event_end_at, sale_start_at, sale_end_at,
                                    status, casting, queued, total_seats)
                                select :id, :eventId, :sequence, s.event_start_at, :endsAt,
                                    s.sale_start_at, s.sale_end_at,
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
                            event_start_at = :startsAt, event_end_at = :endsAt,
                            sale_start_at = :opensAt,
                            sale_end_at = :closesAt, casting = :casting::jsonb, queued = :queued,
                            updated_at = now()
                        where id = :id
                        """)
                .param("id", id)
                .param("sequence", sequence)
                .params(columns(form))
                .update();
        storeStates("s.id = ?", id); // the new times may mean another state
    }

    /** Lets fans give tickets back without a fee for so many days; a later end stays. */
    void openFreeCancellation(UUID id, int days) {
        database.sql()
                .sql(
                        """
                        update event_schedules
                        set free_cancellation_until =
                            greatest(free_cancellation_until, now() + ? * interval '1 day')
                        where id = ?
                        """)
                .params(days, id)
                .update();
    }

    private static Map<String, Object> columns(ScheduleForm form) {
        return Map.of(
                "startsAt", form.startsAt(),
                "endsAt", form.endsAtOrDefault(),
                "opensAt", form.saleOpensAt(),
                "closesAt", form.saleClosesAt(),
                "casting", Cast.json(form.casting()),
                "queued", form.queuedOrDefault());
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

    /** Brings the stored states up to date with the clock; returns how many changed. */
    public int storeStates() {
        return storeStates(
                """
                (s.status = 'UPCOMING' and s.sale_start_at <= now())
                or (s.status = 'ONGOING' and s.sale_end_at <= now())
                """);
    }

    private int storeStates(String which, Object... params) {
        return database.sql()
                .sql("update event_schedules s set status = " + STATUS + " where " + which)
                .params(params)
                .update();
    }

    // ---- reading

    /** Finds and locks a schedule of the event; the caller has locked the event. */
    Optional<Schedule> lock(UUID id, UUID eventId) {
        return select(
                        SELECT + " and s.id = ? and s.event_id = ? for update of s",
                        List.of(id, eventId))
                .stream()
                .findFirst();
    }

    public Optional<Schedule> find(UUID id, UUID eventId) {
        return select(SELECT + " and s.id = ? and s.event_id = ?", List.of(id, eventId)).stream()
                .findFirst();
    }

    /** Finds a schedule that fans may see. */
    public Optional<Schedule> visible(UUID id) {
        return select(SELECT + VISIBLE + " and s.id = ?", List.of(id)).stream().findFirst();
    }

    /** The schedules of an event by date. */
    public List<Schedule> ofEvent(UUID eventId) {
        return select(
                SELECT + " and s.event_id = ? order by s.event_start_at, s.id", List.of(eventId));
    }

    /** Finds and locks all schedules of an event, by id, as everyone does. */
    public List<Schedule> lockAll(UUID eventId) {
        return select(
                SELECT + " and s.event_id = ? order by s.id for update of s", List.of(eventId));
    }

    private List<Schedule> select(String sql, List<Object> params) {
        return database.sql().sql(sql).params(params).query(this::schedule).list();
    }

    private Schedule schedule(ResultSet row, int n) throws SQLException {
        Instant startsAt = Times.read(row, "event_start_at");
        return new Schedule(
                row.getObject("id", UUID.class),
                row.getObject("event_id", UUID.class),
                row.getInt("play_sequence"),
                startsAt,
                Times.read(row, "event_end_at"),
                startsAt.atZone(zone).toLocalDate(),
                Times.read(row, "sale_start_at"),
                Times.read(row, "sale_end_at"),
                ScheduleStatus.valueOf(row.getString("status_now")),
                row.getBoolean("queued"),
                Cast.parse(row.getString("casting_json")),
                row.getInt("total_seats"),
                row.getInt("available"),
                row.getBoolean("published"),
                Times.readOrNull(row, "free_cancellation_until"));
    }
}
