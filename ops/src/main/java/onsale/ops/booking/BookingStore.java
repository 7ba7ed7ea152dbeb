package onsale.ops.booking;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/**
 * The tables {@code booking_seats} and {@code sales_by_hour}. Each statement changes both, so the
 * sums are those of the seats at any moment; a seat that is told of twice changes nothing.
 */
public final class BookingStore {

    private static final String ADD_UP =
            """
            insert into sales_by_hour as sums
                (schedule_id, hour, grade, channel, seats, amount_won, returned_seats, returned_won)
            select schedule_id, date_trunc('hour', sold_at, 'UTC'), grade, channel, count(*),
                   sum(price_won), count(returned_at),
                   coalesce(sum(price_won) filter (where returned_at is not null), 0)
            from told group by 1, 2, 3, 4 order by 1, 2, 3, 4
            on conflict (schedule_id, hour, grade, channel) do update set
                seats = sums.seats + excluded.seats,
                amount_won = sums.amount_won + excluded.amount_won,
                returned_seats = sums.returned_seats + excluded.returned_seats,
                returned_won = sums.returned_won + excluded.returned_won
            """;

    private final Database database;

    public BookingStore(Database database) {
        this.database = database;
    }

    /** What was sold of a schedule, and not given back. */
    public record Totals(int seats, long amountWon) {}

    /** Lets no rebuild begin before the end of the transaction, or waits for one under way. */
    void shareWithRebuild() {
        database.sql().sql("lock table booking_seats in row exclusive mode").update();
    }

    /** Lets nobody else change the tables before the end of the transaction. */
    void lockOut() {
        database.sql().sql("lock table booking_seats in share row exclusive mode").update();
    }

    /** Adds seats that were sold; those that are known already stay as they are. */
    void sold(UUID scheduleId, List<BookingSeat> seats) {
        database.sql()
                .sql(
                        """
                        with told as (
                            insert into booking_seats as known (reservation_id, seat_id, schedule_id,
                                grade, channel, price_won, sold_at, returned_at)
                            select reservation, seat, :schedule, grade, channel, price_won,
                                   sold_at::timestamptz, returned_at::timestamptz
                            from unnest(:reservations::uuid[], :seats::uuid[], :grades::varchar[],
                                :channels::varchar[], :prices::numeric[], :soldAt::text[],
                                :returnedAt::text[])
                                as told (reservation, seat, grade, channel, price_won, sold_at,
                                         returned_at)
                            on conflict (reservation_id, seat_id) do update set
                                grade = excluded.grade, channel = excluded.channel,
                                price_won = excluded.price_won, sold_at = excluded.sold_at
                            where known.sold_at is null
                            returning schedule_id, grade, channel, price_won, sold_at, returned_at)
                        """
                                + ADD_UP)
                .param("schedule", scheduleId)
                .param("reservations", array(seats, UUID.class, BookingSeat::reservationId))
                .param("seats", array(seats, UUID.class, BookingSeat::seatId))
                .param("grades", array(seats, String.class, BookingSeat::grade))
                .param("channels", array(seats, String.class, BookingSeat::channel))
                .param("prices", array(seats, Long.class, BookingSeat::priceWon))
                // The driver knows no arrays of times.
                .param("soldAt", array(seats, String.class, seat -> seat.soldAt().toString()))
                .param("returnedAt", array(seats, String.class, seat -> text(seat.returnedAt())))
                .update();
    }

    /** Notes that seats were given back, even if nobody has told of their sale yet. */
    void returned(UUID scheduleId, UUID reservationId, Collection<UUID> seatIds, Instant at) {
        database.sql()
                .sql(
                        """
                        with told as (
                            insert into booking_seats as known
                                (reservation_id, seat_id, schedule_id, returned_at)
                            select :reservation, seat, :schedule, :at
                            from unnest(:seats::uuid[]) seat
                            on conflict (reservation_id, seat_id) do update
                                set returned_at = excluded.returned_at
                            where known.returned_at is null
                            returning schedule_id, grade, channel, price_won, sold_at),
                        sums as (
                            select schedule_id, date_trunc('hour', sold_at, 'UTC') as hour, grade,
                                   channel, count(*) as seats, sum(price_won) as won
                            from told where sold_at is not null group by 1, 2, 3, 4)
                        update sales_by_hour known
                        set returned_seats = known.returned_seats + sums.seats,
                            returned_won = known.returned_won + sums.won
                        from sums
                        where known.schedule_id = sums.schedule_id and known.hour = sums.hour
                          and known.grade = sums.grade and known.channel = sums.channel
                        """)
                .param("reservation", reservationId)
                .param("schedule", scheduleId)
                .param("seats", seatIds.toArray(UUID[]::new))
                .param("at", Times.param(at))
                .update();
    }

    /** Forgets a schedule; returns how many seats were known of it. */
    int forget(UUID scheduleId) {
        database.sql()
                .sql("delete from sales_by_hour where schedule_id = ?")
                .param(scheduleId)
                .update();
        return database.sql()
                .sql("delete from booking_seats where schedule_id = ?")
                .param(scheduleId)
                .update();
    }

    /** The schedules that are known, in the order of their ids. */
    List<UUID> schedules(UUID after, int max) {
        return database.sql()
                .sql(
                        """
                        select distinct schedule_id from booking_seats where schedule_id > ?
                        order by 1 limit ?
                        """)
                .params(after, max)
                .query(UUID.class)
                .list();
    }

    /** The sums of a schedule, the earliest hour first. */
    public List<HourOfSales> byHour(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select hour, grade, channel, seats, amount_won, returned_seats, returned_won
                        from sales_by_hour where schedule_id = ? order by hour, grade, channel
                        """)
                .param(scheduleId)
                .query(HourOfSales.class)
                .list();
    }

    public Totals totals(UUID scheduleId) {
        return database.sql()
                .sql(
                        """
                        select coalesce(sum(seats - returned_seats), 0) as seats,
                               coalesce(sum(amount_won - returned_won), 0) as amount_won
                        from sales_by_hour where schedule_id = ?
                        """)
                .param(scheduleId)
                .query(Totals.class)
                .single();
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }

    private static <T> @Nullable Object[] array(
            List<BookingSeat> seats, Class<T> type, Function<BookingSeat, @Nullable T> value) {
        @Nullable Object[] values =
                (Object[]) java.lang.reflect.Array.newInstance(type, seats.size());
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(seats.get(i));
        }
        return values;
    }
}
