package onsale.catalog.event;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.catalog.PlainText;
import onsale.catalog.RefundSteps;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;

/**
 * An event as an organiser sends it.
 *
 * @param hasOPSeats whether the row in the orchestra pit is sold; default yes
 * @param holdSeconds how long a fan has to pay
 * @param active false hides the event from fans; default yes
 * @param cast the names of the actors by role
 * @param refundSteps fees for tickets that are given back; default free until three days before the
 *     show, then 10, 20 and 30 percent
 */
public record EventForm(
        @PlainText(max = 300) String title,
        @PlainText(max = 200) String artist,
        @PlainText(max = 20_000, optional = true, lines = true) @Nullable String description,
        @NotNull UUID hallId,
        @NotNull LocalDate startsOn,
        @NotNull LocalDate endsOn,
        @Size(max = 1_000) @Pattern(regexp = ADDRESS, message = "must be a web address or a path") @Nullable String posterUrl,
        @Nullable Boolean hasOPSeats,
        @Min(60) @Max(3_600) @Nullable Integer holdSeconds,
        @Min(1) @Max(100) @Nullable Integer seatsPerPersonMax,
        @Nullable Boolean active,
        @NotNull @Size(min = 1, max = 30) List<@NotNull @Valid GradeForm> grades,
        @Size(max = 100) @Nullable Map<
                                @PlainText(max = 100) String,
                                @NotNull @Size(max = 100) List<@PlainText(max = 100) String>>
                        cast,
        @Size(min = 1, max = RefundSteps.STEPS_MAX) @Nullable List<@NotNull @Valid RefundStepForm> refundSteps) {

    private static final int HOLD_SECONDS_DEFAULT = 300;
    private static final int SEATS_PER_PERSON_DEFAULT = 4;

    /** A web address or a path on this host; not a URL that a browser would run as a script. */
    private static final String ADDRESS = "(https?://|/(?!/))[^\\s\"'<>\\\\\\p{Cntrl}]*";

    /** A grade as an organiser sends it. */
    public record GradeForm(
            @PlainText(max = 20) String code,
            @Min(0) @Max(100_000_000) long price,
            @NotNull @Pattern(regexp = "#[0-9a-fA-F]{6}", message = "must look like #1E90FF") String color,
            @PlainText(max = 500, optional = true) @Nullable String description) {}

    /** A step of the fees as an organiser sends it. */
    public record RefundStepForm(
            @NotNull @Min(0) @Max(RefundSteps.DAYS_MAX) Integer daysBefore,
            @NotNull @Min(0) @Max(100) Integer feePercent) {}

    RefundSteps refundStepsOrDefault() {
        return refundSteps == null
                ? RefundSteps.DEFAULT
                : new RefundSteps(
                        refundSteps.stream()
                                .map(step ->
                                        new RefundSteps.Step(step.daysBefore(), step.feePercent()))
                                .toList());
    }

    boolean hasOPSeatsOrDefault() {
        return hasOPSeats == null || hasOPSeats;
    }

    int holdSecondsOrDefault() {
        return Objects.requireNonNullElse(holdSeconds, HOLD_SECONDS_DEFAULT);
    }

    int seatsPerPersonMaxOrDefault() {
        return Objects.requireNonNullElse(seatsPerPersonMax, SEATS_PER_PERSON_DEFAULT);
    }

    boolean activeOrDefault() {
        return active == null || active;
    }

    Set<String> gradeCodes() {
        return grades.stream().map(GradeForm::code).collect(Collectors.toSet());
    }

    /** Whether the day is one of the event's days. */
    boolean includes(LocalDate day) {
        return !day.isBefore(startsOn) && !day.isAfter(endsOn);
    }

    /** What is wrong with the form by itself. */
    List<FieldProblem> errors() {
        List<FieldProblem> errors = new ArrayList<>();
        if (!Years.allow(startsOn.getYear())) {
            errors.add(new FieldProblem("startsOn", Years.REQUIRED));
        }
        if (!Years.allow(endsOn.getYear())) {
            errors.add(new FieldProblem("endsOn", Years.REQUIRED));
        }
        if (startsOn.isAfter(endsOn)) {
            errors.add(new FieldProblem("endsOn", "is before startsOn"));
        }
        Set<String> codes = new HashSet<>();
        for (int i = 0; i < grades.size(); i++) {
            String code = grades.get(i).code();
            if (!codes.add(code)) {
                errors.add(new FieldProblem("grades[" + i + "].code", "is " + code + " again"));
            }
        }
        refundStepsOrDefault()
                .error()
                .ifPresent(error -> errors.add(new FieldProblem("refundSteps", error)));
        return errors;
    }
}
