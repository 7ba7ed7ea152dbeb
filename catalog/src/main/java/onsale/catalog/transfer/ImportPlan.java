package onsale.catalog.transfer;

import java.util.List;
import onsale.catalog.event.EventForm;
import onsale.catalog.schedule.ScheduleForm;
import onsale.catalog.venue.HallForm;
import onsale.catalog.venue.VenueForm;

/**
 * What an import would make, and everything that is wrong with its files. Keys are those of the
 * source and name rows across imports.
 *
 * @param notes what is left out or was guessed, in sentences
 */
public record ImportPlan(
        String source,
        List<PlannedVenue> venues,
        List<PlannedEvent> events,
        List<PlannedSchedule> schedules,
        SoldElsewhere sold,
        List<BadRow> badRows,
        List<String> notes) {

    /** A venue with its one hall. */
    public record PlannedVenue(String key, VenueForm venue, HallForm hall) {}

    /**
     * An event, in preparation.
     *
     * @param form with a hall that is set when the venue's is known
     */
    public record PlannedEvent(String key, String venueKey, EventForm form) {}

    public record PlannedSchedule(String key, String eventKey, ScheduleForm form) {}

    /**
     * Reservations of the source.
     *
     * @param reservations whose seats are sold
     */
    public record SoldElsewhere(int reservations, int seats, int holds, int cancelled) {

        static final SoldElsewhere NONE = new SoldElsewhere(0, 0, 0, 0);

        boolean isEmpty() {
            return seats == 0 && holds == 0;
        }
    }

    /**
     * A row that cannot be imported.
     *
     * @param line where the row begins, from 1
     */
    public record BadRow(String file, int line, String what) {

        @Override
        public String toString() {
            return "%s:%d: %s".formatted(file, line, what);
        }
    }
}
