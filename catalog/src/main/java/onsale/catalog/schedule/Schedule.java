package onsale.catalog.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.problem.FieldProblem;

/**
 * A schedule as it is stored, and the rules of changing it.
 *
 * @param day of the show, in the time zone of the calendar
 * @param status at the time of reading, by the database's clock
 * @param published whether the other contexts have been told of the schedule
 */
public record Schedule(
        UUID id,
        UUID eventId,
        int playSequence,
        Instant startsAt,
        Instant endsAt,
        LocalDate day,
        Instant saleOpensAt,
        Instant saleClosesAt,
        ScheduleStatus status,
        boolean queued,
        Map<String, List<String>> casting,
        int totalSeats,
        int availableSeats,
        boolean published) {

    public boolean isCancelled() {
        return status == ScheduleStatus.CANCELLED;
    }

    public boolean saleHasStarted() {
        return status.saleHasStarted();
    }

    /** Whether fans may have held seats; only reservation knows about holds. */
    boolean hasBeenOnSale() {
        return published && saleHasStarted();
    }

    /** Whether the other contexts have an inventory of the schedule. */
    boolean hasInventory() {
        return published && !isCancelled();
    }

    /** The changes that are not allowed once the sale has started: its opening and the show. */
    List<FieldProblem> frozenChanges(ScheduleForm form) {
        List<FieldProblem> errors = new ArrayList<>();
        requireSame("startsAt", startsAt, form.startsAt(), errors);
        requireSame("saleOpensAt", saleOpensAt, form.saleOpensAt(), errors);
        return errors;
    }

    private static void requireSame(
            String field, Instant stored, OffsetDateTime sent, List<FieldProblem> errors) {
        if (!stored.equals(sent.toInstant())) {
            errors.add(
                    new FieldProblem(
                            field,
                            "is %s and cannot change once the sale has started".formatted(stored)));
        }
    }
}
