package onsale.catalog;

import java.util.List;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;

/** What the catalogue refuses, and why. */
final class CatalogProblems {

    static final ProblemCode NO_VENUE =
            new ProblemCode("catalog.no_venue", 404, "There is no such venue");
    static final ProblemCode NO_HALL =
            new ProblemCode("catalog.no_hall", 404, "There is no such hall");
    static final ProblemCode NO_EVENT =
            new ProblemCode("catalog.no_event", 404, "There is no such event");
    static final ProblemCode NO_SCHEDULE =
            new ProblemCode("catalog.no_schedule", 404, "There is no such schedule");
    static final ProblemCode NAME_TAKEN =
            new ProblemCode("catalog.name_taken", 409, "The name is taken");
    static final ProblemCode SEQUENCE_TAKEN =
            new ProblemCode("catalog.sequence_taken", 409, "The play sequence is taken");
    static final ProblemCode IN_USE = new ProblemCode("catalog.in_use", 409, "It is in use");
    static final ProblemCode SALE_STARTED =
            new ProblemCode("catalog.sale_started", 409, "The sale has started");
    static final ProblemCode OVER =
            new ProblemCode("catalog.over", 409, "It is cancelled or has ended");
    static final ProblemCode TOO_MANY_SCHEDULES =
            new ProblemCode("catalog.too_many_schedules", 409, "The event has too many schedules");
    static final ProblemCode LAYOUT_INVALID =
            new ProblemCode("catalog.layout_invalid", 422, "The layout cannot be used");
    static final ProblemCode INVALID =
            new ProblemCode("catalog.invalid", 422, "Some values do not go together");

    private CatalogProblems() {}

    static <T> Outcome<T> refuse(ProblemCode code, String detail) {
        return new Outcome.Refused<>(Problem.of(code, detail));
    }

    static <T> Outcome<T> refuse(ProblemCode code, List<FieldProblem> errors) {
        return new Outcome.Refused<>(
                Problem.of(code, "Correct the values and send them again.").with(errors));
    }

    static <T> Outcome<T> noVenue() {
        return refuse(NO_VENUE, "Check the venue's id.");
    }

    static <T> Outcome<T> noHall() {
        return refuse(NO_HALL, "Check the hall's id.");
    }

    static <T> Outcome<T> noEvent() {
        return refuse(NO_EVENT, "Check the event's id.");
    }

    static <T> Outcome<T> noSchedule() {
        return refuse(NO_SCHEDULE, "Check the schedule's id.");
    }
}
