package onsale.catalog.transfer;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import onsale.catalog.transfer.DynamoFile.Item;
import onsale.catalog.transfer.ImportPlan.BadRow;
import onsale.catalog.transfer.MegaTicketFiles.Table;
import onsale.catalog.transfer.SourceRow.Bad;
import tools.jackson.core.JacksonException;

/** Reads an export of MegaTicket's DynamoDB tables and plans its import. */
public final class PlanMegaTicket {

    public static final String SOURCE = "megaticket";

    /** Longer lists of errors are cut: nobody reads them, and none of the rows is imported. */
    private static final int BAD_ROWS_MAX = 1_000;

    private final ZoneId zone;
    private final Map<String, MegaTicketVenue> venues = new LinkedHashMap<>();
    private final Map<String, MegaTicketEvent> events = new LinkedHashMap<>();
    private final Map<String, MegaTicketSchedule> schedules = new LinkedHashMap<>();
    private final Map<String, MegaTicketSchedule> byPartition = new HashMap<>();
    private final List<BadRow> badRows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private PlanMegaTicket(ZoneId zone) {
        this.zone = zone;
    }

    /**
     * Plans the import of the files in a directory.
     *
     * @param zone in which the source's dates and times are
     */
    public static ImportPlan read(Path directory, ZoneId zone) {
        return new PlanMegaTicket(zone).plan(MegaTicketFiles.in(directory));
    }

    private ImportPlan plan(MegaTicketFiles files) {
        each(files, Table.VENUES, row -> add(venues, "venueId", row, MegaTicketVenue.of(row)));
        each(
                files,
                Table.PERFORMANCES,
                row -> add(events, "performanceId", row, MegaTicketEvent.of(row, venues)));
        each(files, Table.SCHEDULES, this::addSchedule);
        MegaTicketReservations reservations = new MegaTicketReservations(byPartition);
        each(files, Table.RESERVATIONS, reservations::add);
        long cancelled = schedules.values().stream().filter(MegaTicketSchedule::cancelled).count();
        if (cancelled > 0) {
            notes.add(cancelled + " cancelled schedules are left out");
        }
        return new ImportPlan(
                SOURCE,
                venues.values().stream().map(MegaTicketVenue::planned).toList(),
                events.values().stream().map(MegaTicketEvent::planned).toList(),
                schedules.values().stream()
                        .filter(one -> !one.cancelled())
                        .map(MegaTicketSchedule::planned)
                        .toList(),
                reservations.count(),
                List.copyOf(badRows),
                List.copyOf(notes));
    }

    private void addSchedule(SourceRow row) {
        MegaTicketSchedule schedule = MegaTicketSchedule.of(row, events, zone);
        add(schedules, "scheduleId", row, schedule);
        byPartition.put(
                MegaTicketSchedule.partition(
                        row.text("performanceId", 200), row.text("date", 10), row.text("time", 8)),
                schedule);
        int told = row.node("totalSeats").asInt(0);
        int seats = schedule.event().venue().seats();
        if (told != 0 && told != seats && notes.size() < BAD_ROWS_MAX) {
            notes.add(
                    "schedule %s has %d seats by its row and %d by its venue's layout, which counts"
                            .formatted(row.text("scheduleId", 200), told, seats));
        }
    }

    private void each(MegaTicketFiles files, Table table, Consumer<SourceRow> work) {
        Consumer<BadRow> bad =
                one -> {
                    if (badRows.size() < BAD_ROWS_MAX) {
                        badRows.add(one);
                    }
                };
        Consumer<Item> item =
                one -> {
                    SourceRow row = new SourceRow(one);
                    try {
                        work.accept(row);
                    } catch (Bad e) {
                        bad.accept(row.bad(e));
                    } catch (JacksonException e) {
                        bad.accept(row.bad(new Bad("has a value of the wrong type")));
                    }
                };
        files.read(table, item, bad);
    }

    private static <T> void add(Map<String, T> all, String key, SourceRow row, T value) {
        if (all.putIfAbsent(row.text(key, 200), value) != null) {
            throw new Bad(key + " occurs twice");
        }
    }
}
