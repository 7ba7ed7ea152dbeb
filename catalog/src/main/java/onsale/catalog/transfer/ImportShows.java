package onsale.catalog.transfer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.catalog.event.CreateEvent;
import onsale.catalog.event.EventForm;
import onsale.catalog.schedule.CreateSchedule;
import onsale.catalog.transfer.ImportPlan.PlannedEvent;
import onsale.catalog.transfer.ImportPlan.PlannedSchedule;
import onsale.catalog.transfer.ImportPlan.PlannedVenue;
import onsale.catalog.transfer.ImportStore.Kind;
import onsale.catalog.venue.CreateHall;
import onsale.catalog.venue.HallView;
import onsale.catalog.venue.Venues;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.problem.ProblemException;

/**
 * Executes a plan in one transaction: either all of it or nothing. Rows that an earlier import has
 * brought are left as they are. What comes is in preparation; nobody sees it, and nothing is sold,
 * until an organiser opens it.
 */
public final class ImportShows {

    /** The outcome of an import. */
    public sealed interface Outcome {

        /**
         * What was made.
         *
         * @param known how many rows were there already
         */
        record Imported(UUID id, int venues, int events, int schedules, int known)
                implements Outcome {}

        /** Everything is there already; there is no new import. */
        record NothingNew(int known) implements Outcome {}

        /** Nothing was imported. */
        record Refused(String sentence) implements Outcome {}
    }

    private final Database database;
    private final Ids ids;
    private final ImportStore imports;
    private final Venues venues;
    private final CreateHall createHall;
    private final CreateEvent createEvent;
    private final CreateSchedule createSchedule;

    public ImportShows(
            Database database,
            Ids ids,
            Venues venues,
            CreateHall createHall,
            CreateEvent createEvent,
            CreateSchedule createSchedule) {
        this.database = database;
        this.ids = ids;
        this.imports = new ImportStore(database);
        this.venues = venues;
        this.createHall = createHall;
        this.createEvent = createEvent;
        this.createSchedule = createSchedule;
    }

    /**
     * Executes the plan.
     *
     * @param withoutReservations whether seats that are sold at the source may be left out
     */
    public Outcome run(ImportPlan plan, boolean withoutReservations) {
        if (!plan.badRows().isEmpty()) {
            return new Outcome.Refused(
                    "%d rows are wrong, so nothing is imported.".formatted(plan.badRows().size()));
        }
        if (!plan.sold().isEmpty() && !withoutReservations) {
            return new Outcome.Refused(
                    "%d sold and %d held seats would be left out. Add --without-reservations to import the shows alone; they stay in preparation."
                            .formatted(plan.sold().seats(), plan.sold().holds()));
        }
        try {
            return database.inTransaction(() -> new Run(ids.next()).run(plan));
        } catch (ProblemException e) {
            return new Outcome.Refused("Nothing is imported: " + e.getMessage());
        }
    }

    /** One execution, within its transaction. */
    private final class Run {

        private final UUID id;
        private final Map<String, UUID> hallsByVenue = new HashMap<>();
        private final Map<String, UUID> eventsByKey = new HashMap<>();
        private int venuesMade;
        private int eventsMade;
        private int schedulesMade;
        private int known;

        Run(UUID id) {
            this.id = id;
        }

        Outcome run(ImportPlan plan) {
            imports.lock();
            if (isComplete(plan)) {
                return new Outcome.NothingNew(
                        plan.venues().size() + plan.events().size() + plan.schedules().size());
            }
            imports.begin(id, plan.source());
            plan.venues().forEach(this::venue);
            plan.events().forEach(this::event);
            plan.schedules().forEach(this::schedule);
            return new Outcome.Imported(id, venuesMade, eventsMade, schedulesMade, known);
        }

        private boolean isComplete(ImportPlan plan) {
            return plan.venues().stream().allMatch(one -> isKnown(Kind.VENUE, one.key()))
                    && plan.events().stream().allMatch(one -> isKnown(Kind.EVENT, one.key()))
                    && plan.schedules().stream().allMatch(one -> isKnown(Kind.SCHEDULE, one.key()));
        }

        private boolean isKnown(Kind kind, String key) {
            return imports.find(kind, key).isPresent();
        }

        private void venue(PlannedVenue planned) {
            Optional<UUID> hall = imports.find(Kind.HALL, planned.key());
            if (hall.isPresent()) {
                known++;
                hallsByVenue.put(planned.key(), hall.get());
                return;
            }
            UUID venue = venues.create(planned.venue()).id();
            imports.mark(Kind.VENUE, venue, id, planned.key());
            HallView made = createHall.run(venue, planned.hall()).orProblem();
            imports.mark(Kind.HALL, made.id(), id, planned.key());
            hallsByVenue.put(planned.key(), made.id());
            venuesMade++;
        }

        private void event(PlannedEvent planned) {
            Optional<UUID> there = imports.find(Kind.EVENT, planned.key());
            if (there.isPresent()) {
                known++;
                eventsByKey.put(planned.key(), there.get());
                return;
            }
            UUID hall = required(hallsByVenue, planned.venueKey());
            UUID event = createEvent.run(inHall(planned.form(), hall)).orProblem().id();
            imports.mark(Kind.EVENT, event, id, planned.key());
            eventsByKey.put(planned.key(), event);
            eventsMade++;
        }

        private void schedule(PlannedSchedule planned) {
            if (isKnown(Kind.SCHEDULE, planned.key())) {
                known++;
                return;
            }
            UUID event = required(eventsByKey, planned.eventKey());
            UUID made = createSchedule.run(event, planned.form()).orProblem().id();
            imports.mark(Kind.SCHEDULE, made, id, planned.key());
            schedulesMade++;
        }

        private static UUID required(Map<String, UUID> all, String key) {
            UUID id = all.get(key);
            if (id == null) {
                throw new IllegalStateException("the plan refers to " + key + " and lacks it");
            }
            return id;
        }
    }

    private static EventForm inHall(EventForm form, UUID hall) {
        return new EventForm(
                form.title(),
                form.artist(),
                form.description(),
                hall,
                form.startsOn(),
                form.endsOn(),
                form.posterUrl(),
                form.hasOPSeats(),
                form.holdSeconds(),
                form.seatsPerPersonMax(),
                form.active(),
                form.grades(),
                form.cast(),
                form.refundSteps());
    }

    // ---- undoing

    /** What an undoing would delete or has deleted. */
    public record Rollback(UUID id, Map<String, Long> rows, List<String> inUse) {}

    /**
     * Undoes the newest import of a source, unless its shows are in use.
     *
     * @param execute whether to delete, or only to tell what would be
     */
    public Optional<Rollback> rollBack(String source, boolean execute) {
        return database.inTransaction(() -> {
            imports.lock();
            Optional<UUID> newest = imports.newest(source);
            return newest.map(importId -> {
                Rollback rollback =
                        new Rollback(importId, imports.count(importId), imports.inUse(importId));
                if (execute && rollback.inUse().isEmpty()) {
                    imports.delete(importId);
                }
                return rollback;
            });
        });
    }
}
