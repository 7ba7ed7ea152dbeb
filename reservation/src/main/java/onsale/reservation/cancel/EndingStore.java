package onsale.reservation.cancel;

import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.Reservation.Reason;

/** Finds and locks reservations that are to end, and writes their end. */
public final class EndingStore {

    private final Database database;
    private final ZoneId zone;

    /**
     * Creates the store.
     *
     * @param zone the time zone of the shows
     */
    public EndingStore(Database database, ZoneId zone) {
        this.database = database;
        this.zone = zone;
    }

    /** Writes that a locked reservation is cancelled. */
    void cancelled(UUID id, Reason reason) {
        database.sql()
                .sql(
                        """
                        update reservations
                        set status = 'CANCELLED', cancel_reason = ?, cancelled_at = now(),
                            updated_at = now()
                        where id = ?
                        """)
                .params(reason.name(), id)
                .update();
    }

    /** Writes that the end of a locked reservation is told and counted. */
    void settled(UUID id) {
        database.sql()
                .sql("update reservations set settled = true where id = ?")
                .param(id)
                .update();
    }

    /** Whether today is the day of the show or later, by the calendar of the shows. */
    boolean isDayOfShow(UUID id) {
        return database.sql()
                .sql(
                        """
                        select (now() at time zone :zone)::date
                               >= (starts_at at time zone :zone)::date
                        from reservations where id = :id
                        """)
                .param("zone", zone.getId())
                .param("id", id)
                .query(Boolean.class)
                .single();
    }

    /** Holds that are over and not checked out; those that others have locked are skipped. */
    List<UUID> lockExpired(int max) {
        return database.sql()
                .sql(
                        """
                        select id from reservations
                        where status = 'PENDING' and order_id is null and hold_expires_at <= now()
                        order by hold_expires_at limit ? for update skip locked
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }

    /** Reservations whose seats the next fan took over and whose end nobody has told yet. */
    List<UUID> lockUnsettled(int max) {
        return database.sql()
                .sql(
                        """
                        select id from reservations where not settled
                        order by id limit ? for update skip locked
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }

    /** The expired and unsettled reservations of one person. */
    List<UUID> lockEndedOf(String personId, UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select id from reservations
                        where person_id = ? and schedule_id = ?
                          and (not settled or (status = 'PENDING' and order_id is null
                                               and hold_expires_at <= now()))
                        order by id for update
                        """)
                .params(personId, scheduleId)
                .query(UUID.class)
                .list();
    }

    /** Checked-out reservations that are out of time and whose order nobody has asked to close. */
    List<UUID> lockOverdue(int max) {
        return database.sql()
                .sql(
                        """
                        select id from reservations
                        where status = 'PENDING' and order_id is not null and close_asked_at is null
                          and hold_expires_at <= now()
                        order by hold_expires_at limit ? for update skip locked
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }

    /** Reservations with seats of a cancelled show, except orders that are being closed. */
    List<UUID> lockOfCancelledShows(int max) {
        return database.sql()
                .sql(
                        """
                        select r.id from reservations r
                        join cancelled_schedules c using (schedule_id)
                        where r.status in ('PENDING', 'CONFIRMED')
                          and not (r.status = 'PENDING' and r.close_asked_at is not null)
                        order by r.id limit ? for update of r skip locked
                        """)
                .param(max)
                .query(UUID.class)
                .list();
    }
}
