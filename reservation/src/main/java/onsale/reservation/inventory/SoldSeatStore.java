package onsale.reservation.inventory;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.contracts.SeatsSold;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** Reads which seats are sold, for {@link TellSoldSeats}. */
public final class SoldSeatStore {

    private final Database database;

    public SoldSeatStore(Database database) {
        this.database = database;
    }

    /** A schedule of which something was ever sold, and how many seats it has. */
    record SoldSchedule(UUID id, int seatCount) {}

    /**
     * Schedules with sales whose show is not over, in the order of their ids. Cancelled shows are
     * among them, so that the catalogue hears that their seats are free.
     */
    List<SoldSchedule> withSales(UUID after, int max) {
        return database.sql()
                .sql(
                        """
                        select s.id, i.seat_count
                        from schedules s join inventories i on i.schedule_id = s.id
                        where s.id > ? and coalesce(s.ends_at, s.starts_at) > now() - interval '1 day'
                          and exists (select from reservations r
                                      where r.schedule_id = s.id and r.confirmed_at is not null)
                        order by s.id limit ?
                        """)
                .params(after, max)
                .query(SoldSchedule.class)
                .list();
    }

    /**
     * The sold seats of a schedule.
     *
     * @param asOf a moment of the database's clock; the seats were read no earlier
     */
    record Sold(Instant asOf, List<SeatsSold.Sale> sales) {}

    Sold sold(UUID scheduleId) {
        Instant asOf =
                database.sql()
                        .sql("select now() as now")
                        .query((row, _) -> Times.read(row, "now"))
                        .single();
        List<SeatsSold.Sale> sales =
                database.sql()
                        .sql(
                                """
                                select r.id, s.ordinal, r.confirmed_at
                                from reservation_seats s join reservations r on r.id = s.reservation_id
                                where s.schedule_id = ? and s.active and r.status = 'CONFIRMED'
                                order by s.ordinal
                                """)
                        .param(scheduleId)
                        .query((row, _) ->
                                new SeatsSold.Sale(
                                        row.getObject("id", UUID.class),
                                        row.getInt("ordinal"),
                                        Times.read(row, "confirmed_at")))
                        .list();
        return new Sold(asOf, sales);
    }
}
