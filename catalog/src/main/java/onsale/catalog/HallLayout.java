package onsale.catalog;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A room as an organiser describes it, see {@code docs/layouts.md}: either the simple template
 * (rows, seatsPerRow, gradeMapping) or sections and standing zones. Anything may be missing or
 * wrong here; {@link SeatPlan} is what has been checked.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record HallLayout(
        @Nullable List<@Nullable String> rows,
        @Nullable Integer seatsPerRow,
        @Nullable Map<String, @Nullable String> gradeMapping,
        @Nullable List<@Nullable Section> sections,
        @Nullable List<@Nullable Zone> zones,
        @Nullable Map<String, @Nullable Map<String, @Nullable SectionConfig>> sectionConfig) {

    /**
     * @param grade of all rows that name none
     * @param x where it is drawn, in places to the right
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Section(
            @Nullable String floor,
            @Nullable String sectionId,
            @Nullable String grade,
            @Nullable Double x,
            @Nullable Double y,
            @Nullable List<@Nullable Row> rows) {}

    /**
     * Either counted (length, with firstNumber, step and gaps) or seat by seat.
     *
     * @param length how many places there is room for, gaps included
     * @param step from one number to the next, negative for counting down
     * @param gaps numbers without a seat: a pillar, a stair
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Row(
            @Nullable String rowId,
            @Nullable String grade,
            @Nullable Integer length,
            @Nullable Integer firstNumber,
            @Nullable Integer step,
            @Nullable List<@Nullable Integer> gaps,
            @Nullable List<@Nullable Integer> accessible,
            @Nullable List<@Nullable Integer> viewRestricted,
            @Nullable Double x,
            @Nullable Double y,
            @Nullable List<@Nullable Seat> seats) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Seat(
            @Nullable SeatNumber seatNumber,
            @Nullable String grade,
            @Nullable Boolean accessible,
            @Nullable Boolean viewRestricted,
            @Nullable Double x,
            @Nullable Double y) {}

    /** Places without seats, sold one by one and all alike. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Zone(
            @Nullable String floor,
            @Nullable String zoneId,
            @Nullable String grade,
            @Nullable Integer capacity,
            @Nullable Double x,
            @Nullable Double y) {}

    /**
     * Which seats of a section are the best: those with high, low or middle numbers.
     *
     * @param specialRows rows that are judged by their own numbers, such as OP
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record SectionConfig(
            @Nullable Integer min,
            @Nullable Integer max,
            @Nullable String centerType,
            @Nullable Double idealCenter,
            @Nullable Range idealRange,
            @Nullable Map<String, @Nullable SectionConfig> specialRows) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Range(@Nullable Integer start, @Nullable Integer end) {}

    /** As text, {@code "12A"}, or as a plain number. */
    record SeatNumber(@JsonValue String text) {

        @JsonCreator
        static SeatNumber of(String text) {
            return new SeatNumber(text);
        }

        @JsonCreator
        static SeatNumber of(int number) {
            return new SeatNumber(String.valueOf(number));
        }
    }
}
