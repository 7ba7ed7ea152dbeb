package onsale.reservation.cancel;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.reservation.Reservation.Reason;

/** Finds and locks reservations that are to end, and writes their end. */
public final class EndingStore {

    private final Database database;

    public EndingStore(Database database) {
        this.database = database;
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

    /** Writes that a locked reservation has fewer seats, which had cost this much. */
    void reduced(UUID id, long priceWon) {
        database.sql()
                .sql(
                        """
                        update reservations
                        set total_amount = total_amount - ?, updated_at = now()
                        where id = ?
                        """)
                .params(priceWon, id)
                .update();
    }

    /** Writes that the end of a locked reservation is told and counted. */
    void settled(UUID id) {
        database.sql()
                .sql("update reservations set settled = true where id = ?")
                .param(id)
                .update();
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

    /** As many as {@link #lockExpired} would find. */
    long countExpired() {
        return database.sql()
                .sql(
                        """
                        select count(*) from reservations
                        where status = 'PENDING' and order_id is null and hold_expires_at <= now()
                        """)
                .query(Long.class)
                .single();
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

    /**
     * How far the end of a cancelled show is.
     *
     * @param waiting reservations that still have seats
     * @param ended reservations that ended because of the cancellation
     * @param refunds refunds that payment was asked for, and those it has told as done
     */
    public record CancelledShow(
            UUID scheduleId,
            String title,
            Instant startsAt,
            Instant cancelledAt,
            long waiting,
            long ended,
            long refunds,
            long refundsDone,
            long refundWon,
            long refundDoneWon) {}

    /** The shows that were cancelled last. */
    public List<CancelledShow> cancelledShows(int max) {
        return database.sql()
                .sql(
                        """
                        with last as (
                            select schedule_id, cancelled_at from cancelled_schedules
                            order by cancelled_at desc, schedule_id limit ?)
                        select l.schedule_id, coalesce(s.title, '') as title,
                               coalesce(s.starts_at, l.cancelled_at) as starts_at, l.cancelled_at,
                               r.waiting, r.ended, f.refunds, f.refunds_done, f.refund_won,
                               f.refund_done_won
                        from last l left join schedules s on s.id = l.schedule_id
                        cross join lateral (
                            select count(*) filter (where status in ('PENDING', 'CONFIRMED'))
                                       as waiting,
                                   count(*) filter (where cancel_reason = 'SHOW_CANCELLED')
                                       + (select count(*) from archived_reservations a
                                          where a.schedule_id = l.schedule_id
                                            and a.cancel_reason = 'SHOW_CANCELLED') as ended
                            from reservations where schedule_id = l.schedule_id) r
                        cross join lateral (
                            select count(*) as refunds,
                                   count(*) filter (where refunded_at is not null) as refunds_done,
                                   coalesce(sum(amount), 0)::bigint as refund_won,
                                   coalesce(sum(refunded_won), 0)::bigint as refund_done_won
                            from refunds x join (
                                select id, schedule_id from reservations union all
                                select id, schedule_id from archived_reservations) y
                                on y.id = x.reservation_id
                            where y.schedule_id = l.schedule_id
                              and x.reason = 'SHOW_CANCELLED') f
                        order by l.cancelled_at desc, l.schedule_id
                        """)
                .param(max)
                .query((row, _) ->
                        new CancelledShow(
                                row.getObject("schedule_id", UUID.class),
                                row.getString("title"),
                                Times.read(row, "starts_at"),
                                Times.read(row, "cancelled_at"),
                                row.getLong("waiting"),
                                row.getLong("ended"),
                                row.getLong("refunds"),
                                row.getLong("refunds_done"),
                                row.getLong("refund_won"),
                                row.getLong("refund_done_won")))
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
