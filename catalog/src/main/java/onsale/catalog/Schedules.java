package onsale.catalog;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import onsale.catalog.Forms.ScheduleForm;
import onsale.catalog.SeatPlan.Reading;
import onsale.catalog.Views.EventView;
import onsale.catalog.Views.GradeView;
import onsale.catalog.Views.ScheduleView;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;

/**
 * Decides on schedules. One transaction makes a schedule, all its seats, its layout and, if the
 * event is open, the messages about them. The event's row is locked first by whoever changes
 * anything of it.
 */
final class Schedules {

    static final int SCHEDULES_MAX = 1_000;
    static final int YEAR_MIN = 2000;
    static final int YEAR_MAX = 2200;
    static final String YEARS = "must be from the year %d to %d".formatted(YEAR_MIN, YEAR_MAX);
    private static final String DELETED = "deleted";

    private final Database database;
    private final Ids ids;
    private final VenueStore venues;
    private final EventStore events;
    private final ScheduleStore schedules;
    private final SeatStore seats;
    private final Publisher publisher;
    private final ZoneId zone;

    Schedules(
            Database database,
            Ids ids,
            VenueStore venues,
            EventStore events,
            ScheduleStore schedules,
            SeatStore seats,
            Publisher publisher,
            CatalogSettings settings) {
        this.database = database;
        this.ids = ids;
        this.venues = venues;
        this.events = events;
        this.schedules = schedules;
        this.seats = seats;
        this.publisher = publisher;
        this.zone = settings.zone();
    }

    Outcome<ScheduleView> create(UUID eventId, ScheduleForm form) {
        return database.inTransaction(() -> {
            Optional<EventView> event = events.lock(eventId);
            if (event.isEmpty()) {
                return CatalogProblems.noEvent();
            }
            if (isOver(event.get())) {
                return CatalogProblems.refuse(CatalogProblems.OVER, "Create a new event instead.");
            }
            if (schedules.count(eventId) >= SCHEDULES_MAX) {
                return CatalogProblems.refuse(
                        CatalogProblems.TOO_MANY_SCHEDULES,
                        "An event has at most %d schedules.".formatted(SCHEDULES_MAX));
            }
            List<FieldProblem> errors = inEvent(event.get(), form);
            if (!errors.isEmpty()) {
                return CatalogProblems.refuse(CatalogProblems.INVALID, errors);
            }
            HallLayout layout = venues.hallOfEvent(event.get().hallId()).orElseThrow().layout();
            return switch (LayoutReader.read(layout, "layout")) {
                case Reading.Planned planned -> create(event.get(), form, planned.plan());
                // limits have become narrower since the hall was described
                case Reading.Wrong wrong ->
                        CatalogProblems.refuse(CatalogProblems.LAYOUT_INVALID, wrong.errors());
            };
        });
    }

    private Outcome<ScheduleView> create(EventView event, ScheduleForm form, SeatPlan hall) {
        SeatPlan plan = event.hasOPSeats() ? hall : hall.withoutPit();
        Set<String> unknown = new TreeSet<>(plan.grades());
        event.grades().stream().map(GradeView::code).forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            return CatalogProblems.refuse(
                    CatalogProblems.INVALID,
                    unknown.stream()
                            .map(grade ->
                                    new FieldProblem(
                                            "grades",
                                            "of the event lack %s, which seats of the hall have"
                                                    .formatted(grade)))
                            .toList());
        }
        if (plan.count() == 0) {
            return CatalogProblems.refuse(
                    CatalogProblems.INVALID,
                    List.of(new FieldProblem("hasOPSeats", "is false and leaves no seat")));
        }
        UUID id = ids.next();
        int sequence =
                form.playSequence() == null
                        ? schedules.nextSequence(event.id())
                        : form.playSequence();
        if (!schedules.insert(id, event.id(), sequence, plan.count(), form)) {
            return sequenceTaken();
        }
        seats.insert(id, plan.places());
        schedules.insertLayout(id, LayoutDocument.of(id, plan).pack());
        if (event.status().equals("OPEN")) {
            publisher.introduce(id, event.id());
        }
        return new Outcome.Done<>(schedules.find(id, event.id()).orElseThrow());
    }

    /** Once its sale has started, only when it closes, who plays and the queue may change. */
    Outcome<ScheduleView> update(UUID eventId, UUID id, ScheduleForm form) {
        return database.inTransaction(() -> {
            Optional<EventView> event = events.lock(eventId);
            Optional<ScheduleView> before = schedules.lock(id, eventId);
            if (event.isEmpty() || before.isEmpty()) {
                return CatalogProblems.noSchedule();
            }
            if (isOver(event.get()) || before.get().status().equals("CANCELLED")) {
                return CatalogProblems.refuse(
                        CatalogProblems.OVER, "A schedule that is over stays as it is.");
            }
            int sequence =
                    Objects.requireNonNullElse(form.playSequence(), before.get().playSequence());
            if (schedules.isSequenceTaken(eventId, id, sequence)) {
                return sequenceTaken();
            }
            List<FieldProblem> errors = inEvent(event.get(), form);
            if (!errors.isEmpty()) {
                return CatalogProblems.refuse(CatalogProblems.INVALID, errors);
            }
            if (saleHasStarted(before.get())) {
                List<FieldProblem> frozen = frozen(before.get(), form);
                if (!frozen.isEmpty()) {
                    return CatalogProblems.refuse(CatalogProblems.SALE_STARTED, frozen);
                }
            }
            schedules.update(id, sequence, form);
            if (schedules.isPublished(id)) {
                publisher.tellTerms(id, eventId);
            }
            return new Outcome.Done<>(schedules.find(id, eventId).orElseThrow());
        });
    }

    Outcome<ScheduleView> cancel(UUID eventId, UUID id, String reason) {
        return database.inTransaction(() -> {
            Optional<EventView> event = events.lock(eventId);
            Optional<ScheduleView> schedule = schedules.lock(id, eventId);
            if (event.isEmpty() || schedule.isEmpty()) {
                return CatalogProblems.noSchedule();
            }
            cancelLocked(schedule.get(), reason);
            return new Outcome.Done<>(schedules.find(id, eventId).orElseThrow());
        });
    }

    /** All places once more, for contexts that have lost theirs. */
    Outcome<ScheduleView> tellPlacesAgain(UUID eventId, UUID id) {
        return database.inTransaction(() -> {
            Optional<EventView> event = events.lock(eventId);
            Optional<ScheduleView> schedule = schedules.lock(id, eventId);
            if (event.isEmpty() || schedule.isEmpty()) {
                return CatalogProblems.noSchedule();
            }
            if (!schedules.isPublished(id) || schedule.get().status().equals("CANCELLED")) {
                return CatalogProblems.refuse(
                        CatalogProblems.OVER, "Only a schedule that is sold has an inventory.");
            }
            publisher.tellTerms(id, eventId);
            publisher.tellPlacesAgain(id);
            return new Outcome.Done<>(schedule.get());
        });
    }

    Outcome<UUID> delete(UUID eventId, UUID id) {
        return database.inTransaction(() -> {
            Optional<EventView> event = events.lock(eventId);
            Optional<ScheduleView> schedule = schedules.lock(id, eventId);
            if (event.isEmpty() || schedule.isEmpty()) {
                return CatalogProblems.noSchedule();
            }
            Outcome<UUID> allowed = mayDelete(schedule.get());
            if (allowed instanceof Outcome.Done<UUID>) {
                deleteLocked(schedule.get());
            }
            return allowed;
        });
    }

    // ---- parts of changes to a whole event, which the caller has locked

    List<ScheduleView> lockAll(UUID eventId) {
        return schedules.lockAll(eventId);
    }

    void introduceAll(UUID eventId) {
        for (ScheduleView schedule : schedules.lockAll(eventId)) {
            if (!schedule.status().equals("CANCELLED")) {
                publisher.introduce(schedule.id(), eventId);
            }
        }
    }

    void cancelAll(UUID eventId, String reason) {
        schedules.lockAll(eventId).forEach(schedule -> cancelLocked(schedule, reason));
    }

    /** After a change of the event that is part of what others know. */
    void retell(UUID eventId) {
        for (ScheduleView schedule : schedules.lockAll(eventId)) {
            if (!schedule.status().equals("CANCELLED") && schedules.isPublished(schedule.id())) {
                publisher.tellTerms(schedule.id(), eventId);
            }
        }
    }

    /** After a change of a venue's or hall's name. */
    void retellAt(UUID venueId) {
        for (UUID eventId : schedules.eventsWithSchedulesAhead(venueId)) {
            if (events.lock(eventId).isPresent()) {
                retell(eventId);
            }
        }
    }

    /** A sale that has started may have holds that only other contexts know of. */
    Outcome<UUID> mayDelete(ScheduleView schedule) {
        boolean wasOnSale = schedules.isPublished(schedule.id()) && saleHasStarted(schedule);
        return wasOnSale || seats.hasSales(schedule.id())
                ? CatalogProblems.refuse(
                        CatalogProblems.SALE_STARTED,
                        "What has been on sale is not deleted: cancel it instead.")
                : new Outcome.Done<>(schedule.id());
    }

    void deleteLocked(ScheduleView schedule) {
        cancelLocked(schedule, DELETED);
        schedules.delete(schedule.id());
    }

    private void cancelLocked(ScheduleView schedule, String reason) {
        if (schedule.status().equals("CANCELLED")) {
            return; // told already
        }
        schedules.cancel(schedule.id(), reason);
        if (schedules.isPublished(schedule.id())) {
            publisher.tellCancelled(schedule.id(), schedule.eventId(), reason);
        }
    }

    // ---- reading

    EventView with(EventView event) {
        return new EventView(
                event.id(),
                event.title(),
                event.artist(),
                event.description(),
                event.venueId(),
                event.venue(),
                event.city(),
                event.hallId(),
                event.hall(),
                event.startsOn(),
                event.endsOn(),
                event.status(),
                event.active(),
                event.posterUrl(),
                event.hasOPSeats(),
                event.holdSeconds(),
                event.seatsPerPersonMax(),
                event.grades(),
                event.cast(),
                schedules.ofEvent(event.id()));
    }

    // ---- rules

    static boolean saleHasStarted(ScheduleView schedule) {
        return schedule.status().equals("ONGOING") || schedule.status().equals("ENDED");
    }

    boolean isWithin(Instant at, LocalDate from, LocalDate to) {
        LocalDate day = at.atZone(zone).toLocalDate();
        return !day.isBefore(from) && !day.isAfter(to);
    }

    private static boolean isOver(EventView event) {
        return event.status().equals("CANCELLED") || event.status().equals("ENDED");
    }

    private List<FieldProblem> inEvent(EventView event, ScheduleForm form) {
        List<FieldProblem> errors = new ArrayList<>();
        Map.of(
                        "startsAt", form.startsAt(),
                        "saleOpensAt", form.saleOpensAt(),
                        "saleClosesAt", form.saleClosesAt())
                .forEach((field, at) -> {
                    if (at.getYear() < YEAR_MIN || at.getYear() > YEAR_MAX) {
                        errors.add(new FieldProblem(field, YEARS));
                    }
                });
        if (!errors.isEmpty()) {
            return errors;
        }
        if (!form.saleOpensAt().isBefore(form.saleClosesAt())) {
            errors.add(new FieldProblem("saleClosesAt", "must be after saleOpensAt"));
        }
        if (!form.saleOpensAt().isBefore(form.startsAt())) {
            errors.add(new FieldProblem("saleOpensAt", "must be before startsAt"));
        }
        if (!isWithin(form.startsAt().toInstant(), event.startsOn(), event.endsOn())) {
            errors.add(
                    new FieldProblem(
                            "startsAt",
                            "is not within the event's days, %s to %s (%s)"
                                    .formatted(event.startsOn(), event.endsOn(), zone)));
        }
        return errors;
    }

    private static List<FieldProblem> frozen(ScheduleView before, ScheduleForm form) {
        List<FieldProblem> errors = new ArrayList<>();
        same("startsAt", before.startsAt(), form.startsAt(), errors);
        same("saleOpensAt", before.saleOpensAt(), form.saleOpensAt(), errors);
        return errors;
    }

    private static void same(
            String field, Instant before, OffsetDateTime now, List<FieldProblem> errors) {
        if (!before.equals(now.toInstant())) {
            errors.add(
                    new FieldProblem(
                            field,
                            "is %s and cannot change once the sale has started".formatted(before)));
        }
    }

    private static <T> Outcome<T> sequenceTaken() {
        return CatalogProblems.refuse(
                CatalogProblems.SEQUENCE_TAKEN,
                "Choose a play sequence that no other schedule of the event has.");
    }
}
