package onsale.reservation.hold;

import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.inventory.Schedule;

/** Exchanges the seats of a reservation, whose row is locked. */
public final class ChangeSeatsStore {

    private final Database database;

    public ChangeSeatsStore(Database database) {
        this.database = database;
    }

    /**
     * Ends the holds on these seats that are over, as a hold does it; see {@link HoldStatements}.
     */
    void endStale(UUID scheduleId, List<Integer> ordinals) {
        Integer[] wanted = ordinals.toArray(Integer[]::new);
        database.sql().sql(HoldStatements.LOCK_STALE).params(scheduleId, wanted).query(row -> {});
        database.sql().sql(HoldStatements.END_STALE).params(scheduleId, wanted).update();
    }

    /** Gives seats to the reservation. */
    void activate(UUID reservationId, Schedule schedule, List<Integer> ordinals) {
        database.sql()
                .sql(
                        HoldStatements.INSERT_SEATS
                                + """
                                on conflict (reservation_id, ordinal)
                                    do update set active = true, price = excluded.price
                                """)
                .params(
                        reservationId,
                        ordinals.toArray(Integer[]::new),
                        schedule.seats(ordinals).toArray(UUID[]::new),
                        schedule.id())
                .update();
    }

    /** Sets the amount to what the active seats cost, and returns it. */
    long recount(UUID reservationId) {
        return database.sql()
                .sql(
                        """
                        update reservations
                        set total_amount = (select sum(price) from reservation_seats
                                            where reservation_id = reservations.id and active),
                            updated_at = now()
                        where id = ? returning total_amount
                        """)
                .param(reservationId)
                .query(Long.class)
                .single();
    }

    /** Those of these seats that other reservations have. */
    List<Integer> takenByOthers(UUID reservationId, List<Integer> ordinals) {
        return database.sql()
                .sql(
                        """
                        select s.ordinal from reservation_seats s
                        join reservations r on r.id = ? and r.schedule_id = s.schedule_id
                        where s.ordinal = any(?) and s.active and s.reservation_id <> r.id
                        order by s.ordinal
                        """)
                .params(reservationId, ordinals.toArray(Integer[]::new))
                .query(Integer.class)
                .list();
    }
}
