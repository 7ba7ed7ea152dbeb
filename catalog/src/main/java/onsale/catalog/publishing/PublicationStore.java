package onsale.catalog.publishing;

import java.util.List;
import java.util.UUID;
import onsale.catalog.RefundSteps;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** Reads what the messages about a schedule say, and counts their versions. */
public final class PublicationStore {

    private final Database database;

    public PublicationStore(Database database) {
        this.database = database;
    }

    // ---- locks: first an event, then its schedules by id, as everyone who changes them

    /** Returns false if the event has been deleted. */
    boolean lockEvent(UUID eventId) {
        return database.sql()
                .sql("select true from events where id = ? and deleted_at is null for update")
                .param(eventId)
                .query(Boolean.class)
                .optional()
                .isPresent();
    }

    void lockSchedule(UUID id) {
        database.sql()
                .sql("select id from event_schedules where id = ? for update")
                .param(id)
                .query(UUID.class)
                .list();
    }

    List<UUID> lockNotCancelled(UUID eventId) {
        return lockSchedules(eventId, "");
    }

    /** Locks the schedules that other contexts know and believe to take place. */
    List<UUID> lockPublished(UUID eventId) {
        return lockSchedules(eventId, "and published");
    }

    private List<UUID> lockSchedules(UUID eventId, String condition) {
        return database.sql()
                .sql(
                        """
                        select id from event_schedules
                        where event_id = ? and deleted_at is null and status <> 'CANCELLED' %s
                        order by id for update
                        """
                                .formatted(condition))
                .param(eventId)
                .query(UUID.class)
                .list();
    }

    /** The events of a venue that have a published show in the future. */
    List<UUID> eventsWithShowsAhead(UUID venueId) {
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

    // ---- versions

    /** Counts the version of the terms; the first publication keeps the version it has. */
    void countTerms(UUID id) {
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

    void countInventory(UUID id) {
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

    // ---- messages

    ScheduleCancelled cancellation(UUID id) {
        return database.sql()
                .sql(
                        """
                        select event_id, cancel_reason, cancelled_at from event_schedules
                        where id = ?
                        """)
                .param(id)
                .query((row, _) ->
                        new ScheduleCancelled(
                                id,
                                row.getObject("event_id", UUID.class),
                                row.getString("cancel_reason"),
                                Times.read(row, "cancelled_at")))
                .single();
    }

    SchedulePublished terms(UUID id) {
        List<SchedulePublished.Grade> grades = grades(id);
        return database.sql()
                .sql(
                        """
                        select s.*, e.owner_id, e.title, e.poster_url, e.hold_seconds, e.seats_per_person_max,
                               e.refund_steps::text as refund_steps,
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
                                grades,
                                Times.read(row, "event_end_at"),
                                RefundSteps.parse(row.getString("refund_steps")).steps().stream()
                                        .map(step ->
                                                new SchedulePublished.RefundStep(
                                                        step.daysBefore(), step.feePercent()))
                                        .toList(),
                                Times.readOrNull(row, "free_cancellation_until"),
                                row.getObject("owner_id", UUID.class)))
                .single();
    }

    private List<SchedulePublished.Grade> grades(UUID id) {
        return database.sql()
                .sql(
                        """
                        select g.code, g.price::bigint as price
                        from event_grades g join event_schedules s on s.event_id = g.event_id
                        where s.id = ? order by g.sort_order
                        """)
                .param(id)
                .query((row, n) ->
                        new SchedulePublished.Grade(row.getString("code"), row.getLong("price")))
                .list();
    }
}
