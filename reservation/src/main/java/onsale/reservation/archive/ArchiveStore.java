package onsale.reservation.archive;

import java.time.Duration;
import java.util.UUID;
import onsale.platform.db.Database;

/** The table {@code archived_reservations}, and what fans remove from their lists. */
public final class ArchiveStore {

    private final Database database;

    public ArchiveStore(Database database) {
        this.database = database;
    }

    /**
     * Moves cancelled reservations with all their rows, the earliest first. What is not told,
     * counted or paid back yet stays, and so does what an operator has still to decide about. One
     * statement: the foreign keys are looked at when all of it is done.
     */
    int move(Duration shownFor, int max) {
        return database.sql()
                .sql(
                        """
                        with due as (
                            select r.id from reservations r
                            where r.status = 'CANCELLED' and r.settled
                              and r.cancelled_at <= now() - :shownFor * interval '1 s'
                              and not exists (select from refunds f
                                              where f.reservation_id = r.id
                                                and f.refunded_at is null)
                              and not exists (select from refund_requests q
                                              where q.reservation_id = r.id
                                                and q.state = 'WAITING')
                            order by r.cancelled_at limit :max for update of r skip locked),
                        moved as (
                            insert into archived_reservations (id, number, user_id, schedule_id,
                                payment_id, cancel_reason, cancelled_at, document)
                            select r.id, r.number, r.user_id, r.schedule_id, r.payment_id,
                                   r.cancel_reason, r.cancelled_at, jsonb_build_object(
                                'reservation', to_jsonb(r),
                                'seats', (select coalesce(jsonb_agg(to_jsonb(s) order by s.ordinal), '[]')
                                          from reservation_seats s where s.reservation_id = r.id),
                                'tickets', (select jsonb_agg(to_jsonb(t) - 'code' order by t.ordinal)
                                            from tickets t where t.reservation_id = r.id),
                                'entries', (select jsonb_agg(to_jsonb(e) order by e.ordinal)
                                            from ticket_entries e where e.reservation_id = r.id),
                                'scans', (select jsonb_agg(to_jsonb(c) order by c.scanned_at)
                                          from check_in_scans c where c.reservation_id = r.id))
                            from reservations r join due using (id)
                            returning id),
                        scans as (delete from check_in_scans
                                  where reservation_id in (select id from due)),
                        entries as (delete from ticket_entries
                                    where reservation_id in (select id from due)),
                        void as (delete from tickets
                                 where reservation_id in (select id from due)),
                        places as (delete from reservation_seats
                                   where reservation_id in (select id from due)),
                        gone as (delete from reservations where id in (select id from due))
                        select count(*) from moved
                        """)
                .param("shownFor", shownFor.toSeconds())
                .param("max", max)
                .query(Integer.class)
                .single();
    }

    /** Deletes what nobody ever paid for; what was paid for stays as long as its payment. */
    int forgetUnpaid(Duration keptFor, int max) {
        return database.sql()
                .sql(
                        """
                        delete from archived_reservations where id in (
                            select id from archived_reservations
                            where payment_id is null
                              and cancelled_at <= now() - :keptFor * interval '1 s'
                            order by cancelled_at limit :max for update skip locked)
                        """)
                .param("keptFor", keptFor.toSeconds())
                .param("max", max)
                .update();
    }

    /** Whether this payment had confirmed a reservation that is archived. */
    public boolean wasPaidBy(UUID reservationId, UUID paymentId) {
        return database.sql()
                .sql(
                        """
                        select exists (select from archived_reservations
                                       where id = ? and payment_id = ?)
                        """)
                .params(reservationId, paymentId)
                .query(Boolean.class)
                .single();
    }

    /** Takes a locked reservation off its fan's list; the first time stays. */
    void removed(UUID id) {
        database.sql()
                .sql(
                        """
                        update reservations set removed_at = now()
                        where id = ? and removed_at is null
                        """)
                .param(id)
                .update();
    }
}
