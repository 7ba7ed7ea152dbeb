package onsale.catalog.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is stored, and the rules of changing it.
 *
 * @param day of the show, in the time zone of the calendar
 * @param status at the time of reading, by the database's clock
 * @param published whether the other contexts have been told of the schedule
 * @param freeCancellationUntil until when tickets go back without a fee, because the show was
 *     changed; null if it was not
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
        boolean published,
        @Nullable Instant freeCancellationUntil) {

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

    /** Whether fans who have bought would see another show: another date, or another cast. */
    boolean changesTheShow(ScheduleForm form) {
        return !startsAt.equals(form.startsAt().toInstant())
                || !casting.equals(Objects.requireNonNullElse(form.casting(), Map.of()));
    }

    /**
     * The changes that are not allowed once the sale has started: its opening, a date that is over.
     */
    List<FieldProblem> frozenChanges(ScheduleForm form, Instant now) {
        List<FieldProblem> errors = new ArrayList<>();
        Instant moved = form.startsAt().toInstant();
        if (!startsAt.equals(moved) && !moved.isAfter(now)) {
            errors.add(new FieldProblem("startsAt", "is over"));
        }
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
