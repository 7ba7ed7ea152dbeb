package onsale.catalog.schedule;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.catalog.PlainText;
import onsale.catalog.event.Event;
import onsale.catalog.event.Years;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as an organiser sends it.
 *
 * @param playSequence default the next of the event
 * @param queued whether fans come through the waiting room; default yes
 * @param casting the names of the actors of this show by role
 * @param endsAt default three hours after the start
 * @param freeCancellationDays how long tickets go back without a fee if this changes the date or
 *     the cast after the sale has started; default seven days
 */
public record ScheduleForm(
        @NotNull OffsetDateTime startsAt,
        @NotNull OffsetDateTime saleOpensAt,
        @NotNull OffsetDateTime saleClosesAt,
        @Min(1) @Max(10_000) @Nullable Integer playSequence,
        @Nullable Boolean queued,
        @Size(max = 100) @Nullable Map<
                                @PlainText(max = 100) String,
                                @NotNull @Size(max = 100) List<@PlainText(max = 100) String>>
                        casting,
        @Nullable OffsetDateTime endsAt,
        @Min(1) @Max(FREE_DAYS_MAX) @Nullable Integer freeCancellationDays) {

    private static final int FREE_DAYS_MAX = 60;
    private static final int FREE_DAYS_DEFAULT = 7;

    private static final Duration RUNNING_TIME_DEFAULT = Duration.ofHours(3);
    private static final Duration RUNNING_TIME_MAX = Duration.ofDays(31);

    OffsetDateTime endsAtOrDefault() {
        return endsAt == null ? startsAt.plus(RUNNING_TIME_DEFAULT) : endsAt;
    }

    int freeCancellationDaysOrDefault() {
        return freeCancellationDays == null ? FREE_DAYS_DEFAULT : freeCancellationDays;
    }

    boolean queuedOrDefault() {
        return queued == null || queued;
    }

    /** What is wrong with the times of a schedule of this event. */
    List<FieldProblem> errors(Event event, ZoneId zone) {
        List<FieldProblem> errors = new ArrayList<>();
        requireYear("startsAt", startsAt, errors);
        requireYear("saleOpensAt", saleOpensAt, errors);
        requireYear("saleClosesAt", saleClosesAt, errors);
        requireYear("endsAt", endsAt, errors);
        if (!errors.isEmpty()) {
            return errors;
        }
        if (!saleOpensAt.isBefore(saleClosesAt)) {
            errors.add(new FieldProblem("saleClosesAt", "must be after saleOpensAt"));
        }
        if (!saleOpensAt.isBefore(startsAt)) {
            errors.add(new FieldProblem("saleOpensAt", "must be before startsAt"));
        }
        OffsetDateTime end = endsAtOrDefault();
        if (!startsAt.isBefore(end)) {
            errors.add(new FieldProblem("endsAt", "must be after startsAt"));
        }
        if (end.isAfter(startsAt.plus(RUNNING_TIME_MAX))) {
            errors.add(
                    new FieldProblem(
                            "endsAt",
                            "must be at most %d days after startsAt"
                                    .formatted(RUNNING_TIME_MAX.toDays())));
        }
        if (!event.includes(startsAt.atZoneSameInstant(zone).toLocalDate())) {
            errors.add(
                    new FieldProblem(
                            "startsAt",
                            "is not within the event's days, %s to %s (%s)"
                                    .formatted(event.startsOn(), event.endsOn(), zone)));
        }
        return errors;
    }

    private static void requireYear(
            String field, @Nullable OffsetDateTime at, List<FieldProblem> errors) {
        if (at != null && !Years.allow(at.getYear())) {
            errors.add(new FieldProblem(field, Years.REQUIRED));
        }
    }
}
