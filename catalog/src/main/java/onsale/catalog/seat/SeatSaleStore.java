package onsale.catalog.seat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import onsale.contracts.SeatsSold;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The sales of seats, as the reservations' messages tell them, and the owners that follow. */
public final class SeatSaleStore {

    private final Database database;

    public SeatSaleStore(Database database) {
        this.database = database;
    }

    /** Whether a seat of the schedule is or ever was sold. */
    public boolean hasSales(UUID scheduleId) {
        return database.sql()
                .sql("select exists (select from seat_sales where event_schedule_id = ?)")
                .param(scheduleId)
                .query(Boolean.class)
                .single();
    }

    /** Locks the seats by ordinal, as everyone does, and returns how many of them exist. */
    int lock(UUID scheduleId, List<Integer> ordinals) {
        return database.sql()
                .sql(
                        """
                        select ordinal from seats
                        where event_schedule_id = ? and ordinal = any(?)
                        order by ordinal for update
                        """)
                .params(scheduleId, ordinals.toArray(Integer[]::new))
                .query(Integer.class)
                .list()
                .size();
    }

    void noteConfirmed(UUID reservationId, UUID scheduleId, List<Integer> ordinals, Instant at) {
        note("confirmed_at", reservationId, scheduleId, ordinals, at);
    }

    void noteCancelled(UUID reservationId, UUID scheduleId, List<Integer> ordinals, Instant at) {
        note("cancelled_at", reservationId, scheduleId, ordinals, at);
    }

    private void note(
            String column,
            UUID reservationId,
            UUID scheduleId,
            List<Integer> ordinals,
            Instant at) {
        database.sql()
                .sql(
                        """
                        insert into seat_sales (event_schedule_id, ordinal, reservation_id, %1$s)
                        select :scheduleId, u.ordinal, :reservationId, :at
                        from unnest(:ordinals::int[]) u (ordinal)
                        on conflict (event_schedule_id, ordinal, reservation_id)
                            do update set %1$s = excluded.%1$s
                        """
                                .formatted(column))
                .param("scheduleId", scheduleId)
                .param("reservationId", reservationId)
                .param("at", Times.param(at))
                .param("ordinals", ordinals.toArray(Integer[]::new))
                .update();
    }

    /** Adds the sales that no message has told of, and returns the ordinals of their seats. */
    List<Integer> noteMissing(UUID scheduleId, List<SeatsSold.Sale> sales) {
        return database.sql()
                .sql(
                        """
                        insert into seat_sales
                            (event_schedule_id, ordinal, reservation_id, confirmed_at)
                        select :scheduleId, u.ordinal, u.reservation_id, u.confirmed_at
                        from unnest(:ordinals::int[], :reservations::uuid[], :times::timestamptz[])
                            u (ordinal, reservation_id, confirmed_at)
                        on conflict (event_schedule_id, ordinal, reservation_id)
                            do update set confirmed_at = excluded.confirmed_at
                            where seat_sales.confirmed_at is null
                        returning ordinal
                        """)
                .param("scheduleId", scheduleId)
                .param("ordinals", array(sales, SeatsSold.Sale::ordinal, Integer[]::new))
                .param("reservations", array(sales, SeatsSold.Sale::reservationId, UUID[]::new))
                .param("times", array(sales, sale -> sale.confirmedAt().toString(), String[]::new))
                .query(Integer.class)
                .list();
    }

    /**
     * Cancels the sales confirmed before that time that are not in the list, and returns the
     * ordinals of their seats.
     */
    List<Integer> noteGone(
            UUID scheduleId, int from, int until, List<SeatsSold.Sale> sales, Instant before) {
        return database.sql()
                .sql(
                        """
                        update seat_sales a set cancelled_at = now()
                        where event_schedule_id = :scheduleId
                          and ordinal >= :from and ordinal < :until
                          and confirmed_at < :before and cancelled_at is null
                          and not exists (
                              select from unnest(:ordinals::int[], :reservations::uuid[])
                                  u (ordinal, reservation_id)
                              where u.ordinal = a.ordinal and u.reservation_id = a.reservation_id)
                        returning ordinal
                        """)
                .param("scheduleId", scheduleId)
                .param("from", from)
                .param("until", until)
                .param("before", Times.param(before))
                .param("ordinals", array(sales, SeatsSold.Sale::ordinal, Integer[]::new))
                .param("reservations", array(sales, SeatsSold.Sale::reservationId, UUID[]::new))
                .query(Integer.class)
                .list();
    }

    private static <T> T[] array(
            List<SeatsSold.Sale> sales, Function<SeatsSold.Sale, T> value, IntFunction<T[]> array) {
        return sales.stream().map(value).toArray(array);
    }

    /** Sells each seat to its latest confirmation without a cancellation, or frees it. */
    void updateOwners(UUID scheduleId, List<Integer> ordinals) {
        database.sql()
                .sql(
                        """
                        update seats t
                        set reservation_id = owner.reservation_id,
                            status = case when owner.reservation_id is null
                                          then 'AVAILABLE' else 'SOLD' end,
                            updated_at = now()
                        from (select u.ordinal,
                                     (select a.reservation_id from seat_sales a
                                      where a.event_schedule_id = :scheduleId
                                        and a.ordinal = u.ordinal
                                        and a.confirmed_at is not null and a.cancelled_at is null
                                      order by a.confirmed_at desc, a.reservation_id desc
                                      limit 1) as reservation_id
                              from unnest(:ordinals::int[]) u (ordinal)) owner
                        where t.event_schedule_id = :scheduleId and t.ordinal = owner.ordinal
                          and t.reservation_id is distinct from owner.reservation_id
                        """)
                .param("scheduleId", scheduleId)
                .param("ordinals", ordinals.toArray(Integer[]::new))
                .update();
    }
}
