package onsale.catalog;

import java.util.List;
import onsale.platform.problem.FieldProblem;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;

/** The problems with which the catalogue refuses a request. */
public final class CatalogProblems {

    /** The codes as text, for {@link ProblemCodes} annotations. */
    public static final class Codes {

        public static final String NO_VENUE = "catalog.no_venue";
        public static final String NO_HALL = "catalog.no_hall";
        public static final String NO_EVENT = "catalog.no_event";
        public static final String NO_SCHEDULE = "catalog.no_schedule";
        public static final String NAME_TAKEN = "catalog.name_taken";
        public static final String SEQUENCE_TAKEN = "catalog.sequence_taken";
        public static final String IN_USE = "catalog.in_use";
        public static final String SALE_STARTED = "catalog.sale_started";
        public static final String OVER = "catalog.over";
        public static final String TOO_MANY_SCHEDULES = "catalog.too_many_schedules";
        public static final String LAYOUT_INVALID = "catalog.layout_invalid";
        public static final String INVALID = "catalog.invalid";
        public static final String NO_POSTER = "catalog.no_poster";
        public static final String POSTER_UNFIT = "catalog.poster_unfit";
        public static final String TOO_MANY_POSTERS = "catalog.too_many_posters";

        private Codes() {}
    }

    public static final ProblemCode NO_VENUE =
            new ProblemCode(Codes.NO_VENUE, 404, "There is no such venue");
    public static final ProblemCode NO_HALL =
            new ProblemCode(Codes.NO_HALL, 404, "There is no such hall");
    public static final ProblemCode NO_EVENT =
            new ProblemCode(Codes.NO_EVENT, 404, "There is no such event");
    public static final ProblemCode NO_SCHEDULE =
            new ProblemCode(Codes.NO_SCHEDULE, 404, "There is no such schedule");
    public static final ProblemCode NAME_TAKEN =
            new ProblemCode(Codes.NAME_TAKEN, 409, "The name is taken");
    public static final ProblemCode SEQUENCE_TAKEN =
            new ProblemCode(Codes.SEQUENCE_TAKEN, 409, "The play sequence is taken");
    public static final ProblemCode IN_USE = new ProblemCode(Codes.IN_USE, 409, "It is in use");
    public static final ProblemCode SALE_STARTED =
            new ProblemCode(Codes.SALE_STARTED, 409, "The sale has started");
    public static final ProblemCode OVER =
            new ProblemCode(Codes.OVER, 409, "It is cancelled or has ended");
    public static final ProblemCode TOO_MANY_SCHEDULES =
            new ProblemCode(Codes.TOO_MANY_SCHEDULES, 409, "The event has too many schedules");
    public static final ProblemCode LAYOUT_INVALID =
            new ProblemCode(Codes.LAYOUT_INVALID, 422, "The layout cannot be used");
    public static final ProblemCode INVALID =
            new ProblemCode(Codes.INVALID, 422, "Some values do not go together");

    public static final ProblemCode NO_POSTER =
            new ProblemCode(Codes.NO_POSTER, 404, "There is no such poster");
    public static final ProblemCode POSTER_UNFIT =
            new ProblemCode(Codes.POSTER_UNFIT, 422, "The image cannot be a poster");
    public static final ProblemCode TOO_MANY_POSTERS =
            new ProblemCode(Codes.TOO_MANY_POSTERS, 409, "Too many posters wait to be used");

    private CatalogProblems() {}

    public static Problem noVenue() {
        return Problem.of(NO_VENUE, "Check the venue's id.");
    }

    public static Problem noHall() {
        return Problem.of(NO_HALL, "Check the hall's id.");
    }

    public static Problem noEvent() {
        return Problem.of(NO_EVENT, "Check the event's id.");
    }

    public static Problem noSchedule() {
        return Problem.of(NO_SCHEDULE, "Check the schedule's id.");
    }

    /** A problem with one or more fields of what the client sent. */
    public static Problem wrongFields(ProblemCode code, List<FieldProblem> errors) {
        return Problem.of(code, "Correct the values and send them again.").with(errors);
    }
}
