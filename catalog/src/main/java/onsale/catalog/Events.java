package onsale.catalog;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import onsale.catalog.Forms.EventForm;
import onsale.catalog.Forms.GradeForm;
import onsale.catalog.Views.EventView;
import onsale.catalog.Views.GradeView;
import onsale.catalog.Views.HallView;
import onsale.catalog.Views.ScheduleView;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.problem.FieldProblem;

/**
 * Decides on events. An event is prepared in private; opening it tells the other contexts of its
 * schedules. Once a sale has started, what fans have bought by stays: prices, hall, the limit per
 * person.
 */
final class Events {

    private final Database database;
    private final Ids ids;
    private final VenueStore venues;
    private final EventStore events;
    private final SeatStore seats;
    private final Schedules schedules;

    Events(
            Database database,
            Ids ids,
            VenueStore venues,
            EventStore events,
            SeatStore seats,
            Schedules schedules) {
        this.database = database;
        this.ids = ids;
        this.venues = venues;
        this.events = events;
        this.seats = seats;
        this.schedules = schedules;
    }

    Outcome<EventView> create(EventForm form) {
        List<FieldProblem> errors = inItself(form);
        if (!errors.isEmpty()) {
            return CatalogProblems.refuse(CatalogProblems.INVALID, errors);
        }
        return database.inTransaction(() -> {
            Optional<HallView> hall = venues.hallForUse(form.hallId());
            if (hall.isEmpty()) {
                return noSuchHall();
            }
            UUID id = ids.next();
            events.insert(id, hall.get().venueId(), form);
            return new Outcome.Done<>(read(id));
        });
    }

    Outcome<EventView> update(UUID id, EventForm form) {
        List<FieldProblem> errors = inItself(form);
        if (!errors.isEmpty()) {
            return CatalogProblems.refuse(CatalogProblems.INVALID, errors);
        }
        return database.inTransaction(() -> {
            Optional<EventView> before = events.lock(id);
            if (before.isEmpty()) {
                return CatalogProblems.noEvent();
            }
            if (isOver(before.get())) {
                return CatalogProblems.refuse(
                        CatalogProblems.OVER, "An event that is over stays as it is.");
            }
            Optional<HallView> hall = venues.hallForUse(form.hallId());
            if (hall.isEmpty()) {
                return noSuchHall();
            }
            List<ScheduleView> all = schedules.lockAll(id);
            if (all.stream().anyMatch(Schedules::saleHasStarted)) {
                List<FieldProblem> frozen = frozen(before.get(), form);
                if (!frozen.isEmpty()) {
                    return CatalogProblems.refuse(CatalogProblems.SALE_STARTED, frozen);
                }
            }
            List<FieldProblem> inconsistent = withSchedules(before.get(), form, all);
            if (!inconsistent.isEmpty()) {
                return CatalogProblems.refuse(CatalogProblems.INVALID, inconsistent);
            }
            events.update(id, hall.get().venueId(), form);
            schedules.retell(id);
            return new Outcome.Done<>(read(id));
        });
    }

    /** From now on fans see it, and the other contexts know of its schedules. */
    Outcome<EventView> open(UUID id) {
        return database.inTransaction(() -> {
            Optional<EventView> event = events.lock(id);
            if (event.isEmpty()) {
                return CatalogProblems.noEvent();
            }
            return switch (event.get().status()) {
                case "OPEN" -> new Outcome.Done<>(read(id)); // asked twice, done once
                case "PREPARING" -> {
                    events.setStatus(id, "OPEN");
                    schedules.introduceAll(id);
                    yield new Outcome.Done<>(read(id));
                }
                default ->
                        CatalogProblems.refuse(CatalogProblems.OVER, "Create a new event instead.");
            };
        });
    }

    /** Cancels all its schedules; everyone gets their money back. */
    Outcome<EventView> cancel(UUID id, String reason) {
        return database.inTransaction(() -> {
            Optional<EventView> event = events.lock(id);
            if (event.isEmpty()) {
                return CatalogProblems.noEvent();
            }
            return switch (event.get().status()) {
                case "CANCELLED" -> new Outcome.Done<>(read(id));
                case "ENDED" ->
                        CatalogProblems.refuse(
                                CatalogProblems.OVER, "An event that is over cannot be cancelled.");
                default -> {
                    events.setStatus(id, "CANCELLED");
                    schedules.cancelAll(id, reason);
                    yield new Outcome.Done<>(read(id));
                }
            };
        });
    }

    Outcome<UUID> delete(UUID id) {
        return database.inTransaction(() -> {
            if (events.lock(id).isEmpty()) {
                return CatalogProblems.noEvent();
            }
            List<ScheduleView> all = schedules.lockAll(id);
            for (ScheduleView schedule : all) {
                Outcome<UUID> allowed = schedules.mayDelete(schedule);
                if (allowed instanceof Outcome.Refused<UUID>) {
                    return allowed;
                }
            }
            all.forEach(schedules::deleteLocked);
            events.delete(id);
            return new Outcome.Done<>(id);
        });
    }

    EventView read(UUID id) {
        return schedules.with(events.find(id).orElseThrow());
    }

    private static boolean isOver(EventView event) {
        return event.status().equals("ENDED") || event.status().equals("CANCELLED");
    }

    private static <T> Outcome<T> noSuchHall() {
        return CatalogProblems.refuse(
                CatalogProblems.INVALID, List.of(new FieldProblem("hallId", "is no hall")));
    }

    /** Rules that need nothing but the form. */
    private static List<FieldProblem> inItself(EventForm form) {
        List<FieldProblem> errors = new ArrayList<>();
        for (LocalDate date : List.of(form.startsOn(), form.endsOn())) {
            if (date.getYear() < Schedules.YEAR_MIN || date.getYear() > Schedules.YEAR_MAX) {
                errors.add(
                        new FieldProblem(
                                date.equals(form.startsOn()) ? "startsOn" : "endsOn",
                                Schedules.YEARS));
            }
        }
        if (form.startsOn().isAfter(form.endsOn())) {
            errors.add(new FieldProblem("endsOn", "is before startsOn"));
        }
        Set<String> codes = new HashSet<>();
        for (int i = 0; i < form.grades().size(); i++) {
            String code = form.grades().get(i).code();
            if (!codes.add(code)) {
                errors.add(new FieldProblem("grades[" + i + "].code", "is " + code + " again"));
            }
        }
        return errors;
    }

    /** What cannot change any more once a sale has started. */
    private static List<FieldProblem> frozen(EventView before, EventForm form) {
        List<FieldProblem> errors = new ArrayList<>();
        if (!before.hallId().equals(form.hallId())) {
            errors.add(new FieldProblem("hallId", "cannot change once a sale has started"));
        }
        int perPerson =
                Objects.requireNonNullElse(
                        form.seatsPerPersonMax(), Forms.SEATS_PER_PERSON_DEFAULT);
        if (before.seatsPerPersonMax() != perPerson) {
            errors.add(
                    new FieldProblem("seatsPerPersonMax", "cannot change once a sale has started"));
        }
        Map<String, Long> prices = new HashMap<>();
        for (GradeView grade : before.grades()) {
            prices.put(grade.code(), grade.price());
        }
        List<GradeForm> grades = form.grades();
        for (int i = 0; i < grades.size(); i++) {
            Long price = prices.get(grades.get(i).code());
            if (price != null && price != grades.get(i).price()) {
                errors.add(
                        new FieldProblem(
                                "grades[" + i + "].price",
                                "is %d and cannot change once a sale has started"
                                        .formatted(price)));
            }
        }
        return errors;
    }

    /** Rules between an event and the schedules it already has. */
    private List<FieldProblem> withSchedules(
            EventView before, EventForm form, List<ScheduleView> all) {
        List<FieldProblem> errors = new ArrayList<>();
        if (all.isEmpty()) {
            return errors;
        }
        Set<String> codes = new HashSet<>();
        form.grades().forEach(grade -> codes.add(grade.code()));
        for (String used : seats.gradesInUse(before.id())) {
            if (!codes.contains(used)) {
                errors.add(new FieldProblem("grades", "lack " + used + ", which seats have"));
            }
        }
        if (!before.hallId().equals(form.hallId())) {
            errors.add(new FieldProblem("hallId", "cannot change while there are schedules in it"));
        }
        for (ScheduleView schedule : all) {
            if (!schedules.isWithin(schedule.startsAt(), form.startsOn(), form.endsOn())) {
                errors.add(
                        new FieldProblem(
                                "startsOn",
                                "and endsOn leave out the schedule of " + schedule.startsAt()));
                break;
            }
        }
        return errors;
    }
}
