package onsale.ops.booking;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/**
 * Makes the projection anew from the rows of its owners, one schedule at a time. Messages that
 * arrive meanwhile wait until the schedule is done; whatever they tell of it and the rows had
 * already changes nothing, because a seat counts once.
 */
public final class RebuildBookings {

    private static final UUID FIRST = new UUID(0, 0);
    private static final int SCHEDULES_AT_ONCE = 1_000;
    private static final int SEATS_AT_ONCE = 2_000;

    private final Database database;
    private final Database reader;
    private final BookingStore store;

    /**
     * @param reader may read the schemas of reservation and payment
     */
    public RebuildBookings(Database database, Database reader, BookingStore store) {
        this.database = database;
        this.reader = reader;
        this.store = store;
    }

    /**
     * What a rebuild has found.
     *
     * @param seats sold seats, those that were given back among them
     */
    public record Rebuilt(int schedules, int seats) {}

    /** Rebuilds all schedules. */
    public Rebuilt all() {
        int schedules = 0;
        int seats = 0;
        UUID after = FIRST;
        List<UUID> some;
        do {
            some = schedules(after);
            for (UUID schedule : some) {
                seats += one(schedule);
                schedules++;
                after = schedule;
            }
        } while (!some.isEmpty());
        return new Rebuilt(schedules, seats);
    }

    /** Rebuilds one schedule; returns how many sold seats it has. */
    public int one(UUID scheduleId) {
        return database.inTransaction(() -> {
            // Before the rows are read: what is told from now on comes on top of them.
            store.lockOut();
            List<BookingSeat> seats = seats(scheduleId);
            store.forget(scheduleId);
            for (int from = 0; from < seats.size(); from += SEATS_AT_ONCE) {
                int to = Math.min(seats.size(), from + SEATS_AT_ONCE);
                store.sold(scheduleId, seats.subList(from, to));
            }
            return seats.size();
        });
    }

    /** Those with sales and those that are only known here, in the order of their ids. */
    private List<UUID> schedules(UUID after) {
        TreeSet<UUID> both = new TreeSet<>(RebuildBookings::compareAsPostgres);
        both.addAll(
                reader.sql()
                        .sql(
                                """
                                select distinct schedule_id from reservation_service.reservations
                                where schedule_id > ? and kind = 'SALE'
                                  and confirmed_at is not null
                                order by 1 limit ?
                                """)
                        .params(after, SCHEDULES_AT_ONCE)
                        .query(UUID.class)
                        .list());
        both.addAll(store.schedules(after, SCHEDULES_AT_ONCE));
        return both.stream().limit(SCHEDULES_AT_ONCE).toList();
    }

    /** PostgreSQL compares ids by their bytes without a sign. */
    private static int compareAsPostgres(UUID a, UUID b) {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }

    /** Seats that were paid: sold now, or given back since. */
    private List<BookingSeat> seats(UUID scheduleId) {
        return reader.sql()
                .sql(
                        """
                        select s.reservation_id, s.seat_id, s.grade, s.price, r.confirmed_at,
                               coalesce(p.payment_method, 'UNKNOWN') as channel,
                               case when not s.active then s.cancelled_at end as returned_at
                        from reservation_service.reservations r
                        join reservation_service.reservation_seats s on s.reservation_id = r.id
                        left join payment_service.payments p on p.id = r.payment_id
                        where r.schedule_id = ? and r.kind = 'SALE' and r.confirmed_at is not null
                          and (s.active or s.cancelled_at is not null)
                        """)
                .param(scheduleId)
                .query(RebuildBookings::seat)
                .list();
    }

    private static BookingSeat seat(ResultSet row, int n) throws SQLException {
        return new BookingSeat(
                row.getObject("reservation_id", UUID.class),
                row.getObject("seat_id", UUID.class),
                row.getString("grade"),
                row.getString("channel"),
                row.getLong("price"),
                Times.read(row, "confirmed_at"),
                Times.readOrNull(row, "returned_at"));
    }
}
