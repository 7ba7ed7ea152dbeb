package onsale.ops.cockpit;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.ops.booking.BookingStore;
import onsale.ops.booking.HourOfSales;
import onsale.ops.cockpit.SaleFigures.SaleGrade;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.platform.node.NodeReports.Reported;

/** Puts the figures of a sale together: rows of the contexts, the projection, and reports. */
final class SaleReader {

    private final Database reader;
    private final BookingStore bookings;

    SaleReader(Database reader, BookingStore bookings) {
        this.reader = reader;
        this.bookings = bookings;
    }

    /**
     * Reads a sale.
     *
     * @param reports those of all processes
     */
    SaleFigures read(Show show, List<Reported> reports) {
        UUID id = show.scheduleId();
        Map<String, Integer> held = held(id);
        Map<String, Integer> sold = new HashMap<>();
        int soldInAll = 0;
        long revenueWon = 0;
        for (HourOfSales hour : bookings.byHour(id)) {
            int seats = hour.seats() - hour.returnedSeats();
            sold.merge(hour.grade(), seats, Integer::sum);
            soldInAll += seats;
            revenueWon += hour.amountWon() - hour.returnedWon();
        }
        Moment moment = moment(id);
        return new SaleFigures(
                id,
                moment.at(),
                settings(id).orElse(null),
                ReadReports.line(id, reports).orElse(null),
                moment.inside(),
                held.values().stream().mapToInt(Integer::intValue).sum(),
                soldInAll,
                revenueWon,
                show.seats(),
                show.grades().stream()
                        .map(grade ->
                                new SaleGrade(
                                        grade.code(),
                                        grade.priceWon(),
                                        grade.seats(),
                                        held.getOrDefault(grade.code(), 0),
                                        sold.getOrDefault(grade.code(), 0)))
                        .toList(),
                ReadReports.requests(reports),
                ReadReports.nodes(reports));
    }

    private record Moment(Instant at, int inside) {}

    private Moment moment(UUID scheduleId) {
        return reader.sql()
                .sql(
                        """
                        select now() as at, (select count(*) from queue_service.turns
                                             where schedule_id = ? and released_at is null) as inside
                        """)
                .param(scheduleId)
                .query((row, n) -> new Moment(Times.read(row, "at"), row.getInt("inside")))
                .single();
    }

    private Map<String, Integer> held(UUID scheduleId) {
        Map<String, Integer> held = new HashMap<>();
        reader.sql()
                .sql(
                        """
                        select s.grade, count(*) as seats
                        from reservation_service.reservations r
                        join reservation_service.reservation_seats s on s.reservation_id = r.id
                        where r.schedule_id = ? and r.status = 'PENDING' and s.active
                        group by s.grade
                        """)
                .param(scheduleId)
                .query(row -> {
                    held.put(row.getString("grade"), row.getInt("seats"));
                });
        return held;
    }

    private Optional<SaleFigures.SaleSettings> settings(UUID scheduleId) {
        return reader.sql()
                .sql(
                        """
                        select q.admit_per_second, q.max_active, q.capacity, q.paused, q.draining,
                               q.follow_load, q.notice_ko, q.notice_en
                        from queue_service.queues q join queue_service.schedules s
                            on s.id = q.schedule_id
                        where q.schedule_id = ? and s.queued
                        """)
                .param(scheduleId)
                .query(SaleFigures.SaleSettings.class)
                .optional();
    }
}
