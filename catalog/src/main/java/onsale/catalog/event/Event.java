package onsale.catalog.event;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import onsale.catalog.RefundSteps;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;

/**
 * An event as it is stored, and the rules of changing it.
 *
 * @param status at the time of reading, by the database's clock
 * @param active false hides the event from fans
 */
public record Event(
        UUID id,
        String title,
        String artist,
        String description,
        UUID venueId,
        String venue,
        String city,
        UUID hallId,
        String hall,
        LocalDate startsOn,
        LocalDate endsOn,
        EventStatus status,
        boolean active,
        String posterUrl,
        boolean hasOPSeats,
        int holdSeconds,
        int seatsPerPersonMax,
        List<Grade> grades,
        Map<String, List<String>> cast,
        RefundSteps refundSteps) {

    private static final String FROZEN = "cannot change once a sale has started";

    /** A price class of the event. */
    public record Grade(String code, long price, String color, String description) {}

    public boolean isOver() {
        return status.isOver();
    }

    public boolean isOpen() {
        return status == EventStatus.OPEN;
    }

    /** Whether the day is one of the event's days. */
    public boolean includes(LocalDate day) {
        return !day.isBefore(startsOn) && !day.isAfter(endsOn);
    }

    /** Those of the given grades that the event does not have, in alphabetical order. */
    public Set<String> missing(Set<String> wanted) {
        Set<String> missing = new TreeSet<>(wanted);
        grades.forEach(grade -> missing.remove(grade.code()));
        return missing;
    }

    boolean isInHall(UUID hall) {
        return hallId.equals(hall);
    }

    /**
     * The changes that are not allowed once a sale has started: hall, limit per person, prices, and
     * fees that are worse for fans.
     */
    List<FieldProblem> frozenChanges(EventForm form) {
        List<FieldProblem> errors = new ArrayList<>();
        if (!isInHall(form.hallId())) {
            errors.add(new FieldProblem("hallId", FROZEN));
        }
        if (seatsPerPersonMax != form.seatsPerPersonMaxOrDefault()) {
            errors.add(new FieldProblem("seatsPerPersonMax", FROZEN));
        }
        if (!form.refundStepsOrDefault().isAtLeastAsGoodAs(refundSteps)) {
            errors.add(
                    new FieldProblem(
                            "refundSteps",
                            "can only become better for fans once a sale has started"));
        }
        Map<String, Long> prices = new HashMap<>();
        grades.forEach(grade -> prices.put(grade.code(), grade.price()));
        for (int i = 0; i < form.grades().size(); i++) {
            EventForm.GradeForm grade = form.grades().get(i);
            @Nullable Long price = prices.get(grade.code());
            if (price != null && price != grade.price()) {
                errors.add(
                        new FieldProblem(
                                "grades[" + i + "].price",
                                "is %d and %s".formatted(price, FROZEN)));
            }
        }
        return errors;
    }
}
