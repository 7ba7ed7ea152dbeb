package onsale.catalog.transfer;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Map;
import onsale.catalog.schedule.ScheduleForm;
import onsale.catalog.transfer.ImportPlan.PlannedSchedule;
import onsale.catalog.transfer.SourceRow.Bad;

/**
 * A row of the table schedules. The source has no sale times: a sale begins when the row was
 * created and ends with the show's start.
 */
record MegaTicketSchedule(PlannedSchedule planned, MegaTicketEvent event, boolean cancelled) {

    private static final int SALE_DAYS_DEFAULT = 30;

    static MegaTicketSchedule of(SourceRow row, Map<String, MegaTicketEvent> events, ZoneId zone) {
        String eventKey = row.text("performanceId", 200);
        MegaTicketEvent event = events.get(eventKey);
        if (event == null) {
            throw new Bad("performanceId " + eventKey + " is no performance of this export");
        }
        String date = row.text("date", 10);
        String time = row.text("time", 8);
        OffsetDateTime start;
        try {
            start =
                    LocalDate.parse(date)
                            .atTime(LocalTime.parse(time))
                            .atZone(zone)
                            .toOffsetDateTime();
        } catch (DateTimeException e) {
            throw new Bad("date and time are not like 2026-04-24 and 19:30");
        }
        LocalDate day = LocalDate.parse(date);
        if (day.isBefore(event.planned().form().startsOn())
                || day.isAfter(event.planned().form().endsOn())) {
            throw new Bad("date is not in the dateRange of the performance");
        }
        boolean hasOpSeats = !Boolean.FALSE.equals(event.planned().form().hasOPSeats());
        if (event.venue().gradesOf(hasOpSeats).isEmpty()) {
            throw new Bad("no seat is left without the orchestra pit");
        }
        ScheduleForm form =
                new ScheduleForm(
                        start,
                        saleOpens(row, start),
                        start,
                        null,
                        null,
                        row.cast("casting", "cast"),
                        null,
                        null);
        return new MegaTicketSchedule(
                new PlannedSchedule(row.text("scheduleId", 200), eventKey, form),
                event,
                row.textOr("status", 40, "AVAILABLE").equals("CANCELLED"));
    }

    /** How reservations name this schedule. */
    static String partition(String performanceId, String date, String time) {
        return "PERF#%s#%s#%s".formatted(performanceId, date, time);
    }

    private static OffsetDateTime saleOpens(SourceRow row, OffsetDateTime start) {
        OffsetDateTime otherwise = start.minusDays(SALE_DAYS_DEFAULT);
        try {
            OffsetDateTime created = OffsetDateTime.parse(row.textOr("createdAt", 40, ""));
            return created.isBefore(start) ? created : otherwise;
        } catch (DateTimeException e) {
            return otherwise;
        }
    }
}
