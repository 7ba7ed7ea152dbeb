package onsale.reservation;

import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;

/**
 * The seats that reservations have, and how many each person has. At most one reservation has a
 * seat: the unique index over active rows sees to it.
 */
public final class SeatStore {

    private static final String FREE_IN_ZONE =
            """
            select p.ordinal from seats p
            where p.schedule_id = ? and p.zone = ? and p.ordinal >= ?
              and not exists (select from reservation_seats s
                              join reservations r on r.id = s.reservation_id
                              where s.schedule_id = p.schedule_id and s.ordinal = p.ordinal
                                and s.active
                                and not (r.status = 'PENDING' and r.order_id is null
                                         and r.hold_expires_at <= now()))
            order by p.ordinal limit ?
            """;

    private final Database database;

    public SeatStore(Database database) {
        this.database = database;
    }

    /** Those of these seats that a reservation has. */
    public List<Integer> taken(UUID scheduleId, List<Integer> ordinals) {
        return database.sql()
                .sql(
                        """
                        select ordinal from reservation_seats
                        where schedule_id = ? and ordinal = any(?) and active order by ordinal
                        """)
                .params(scheduleId, ordinals.toArray(Integer[]::new))
                .query(Integer.class)
                .list();
    }

    /**
     * Free seats of a standing zone, as many as are wanted or fewer. Others may take them
     * meanwhile, so that callers start at different ordinals.
     *
     * @param from the ordinal to start at; seats before it are looked at if too few follow it
     */
    public List<Integer> freeInZone(UUID scheduleId, String zone, int count, int from) {
        List<Integer> found = freeFrom(scheduleId, zone, from, count);
        return found.size() == count ? found : freeFrom(scheduleId, zone, 0, count);
    }

    private List<Integer> freeFrom(UUID scheduleId, String zone, int from, int count) {
        return database.sql()
                .sql(FREE_IN_ZONE)
                .params(scheduleId, zone, from, count)
                .query(Integer.class)
                .list();
    }

    /**
     * A seat that is held or sold.
     *
     * @param leftMillis how long it is still held; a day while its order is open
     */
    public record TakenSeat(
            int ordinal, boolean sold, long leftMillis, UUID userId, String idempotencyKey) {

        /** The tag of its holder at the gate. */
        public String holder() {
            return SeatHolder.of(userId, idempotencyKey).tag();
        }
    }

    /** All seats of a schedule that are held or sold, at one moment. */
    public List<TakenSeat> allTaken(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select s.ordinal, r.status <> 'PENDING' as sold,
                               case when r.order_id is not null then 86400000
                                    else (extract(epoch from r.hold_expires_at - now()) * 1000)::bigint
                               end as left_millis,
                               r.user_id, r.idempotency_key
                        from reservation_seats s join reservations r on r.id = s.reservation_id
                        where s.schedule_id = ? and s.active
                          and not (r.status = 'PENDING' and r.order_id is null
                                   and r.hold_expires_at <= now())
                        """)
                .param(scheduleId)
                .query(TakenSeat.class)
                .list();
    }

    /** Takes seats away from a locked reservation. */
    public void deactivate(UUID reservationId, List<Integer> ordinals) {
        database.sql()
                .sql(
                        """
                        update reservation_seats set active = false
                        where reservation_id = ? and ordinal = any(?)
                        """)
                .params(reservationId, ordinals.toArray(Integer[]::new))
                .update();
    }

    /** Takes paid seats away from a locked reservation, each for its fee. */
    public void giveBack(
            UUID reservationId, List<Integer> ordinals, List<Long> feesWon, UUID refundId) {
        database.sql()
                .sql(
                        """
                        update reservation_seats s
                        set active = false, cancelled_at = now(), fee = given.fee, refund_id = ?
                        from unnest(?::int[], ?::bigint[]) given (ordinal, fee)
                        where s.reservation_id = ? and s.ordinal = given.ordinal and s.active
                        """)
                .params(
                        refundId,
                        ordinals.toArray(Integer[]::new),
                        feesWon.toArray(Long[]::new),
                        reservationId)
                .update();
    }

    /**
     * Changes how many seats a locked reservation counts and its person has. Comes last in every
     * transaction, because many transactions may want the row of one person.
     */
    public void countPerson(Reservation reservation, int difference) {
        if (difference != 0) {
            database.sql()
                    .sql("update reservations set counted = counted + ? where id = ?")
                    .params(difference, reservation.id())
                    .update();
            database.sql()
                    .sql(
                            """
                            update person_seats set n = n + ?
                            where schedule_id = ? and person_id = ?
                            """)
                    .params(difference, reservation.scheduleId(), reservation.personId())
                    .update();
        }
    }
}
