package onsale.catalog.layout;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The layout of a hall as an organiser describes it, see {@code docs/layouts.md}: either the simple
 * template (rows, seatsPerRow, gradeMapping) or sections and standing zones. Any value may be
 * missing or wrong; {@link LayoutReader} checks it and makes a {@link SeatPlan}.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HallLayout(
        @Nullable List<@Nullable String> rows,
        @Nullable Integer seatsPerRow,
        @Nullable Map<String, @Nullable String> gradeMapping,
        @Nullable List<@Nullable Section> sections,
        @Nullable List<@Nullable Zone> zones,
        @Nullable Map<String, @Nullable Map<String, @Nullable SectionConfig>> sectionConfig) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public static HallLayout parse(String json) {
        return JSON.readValue(json, HallLayout.class);
    }

    public String json() {
        return JSON.writeValueAsString(this);
    }

    /**
     * A section: a block of rows on one floor.
     *
     * @param grade of all rows that do not name one
     * @param x where the section is drawn, in seat widths to the right
     * @param curve how far the ends of its rows are drawn nearer to the stage than their middle, in
     *     seat widths; without it the hall decides
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Section(
            @Nullable String floor,
            @Nullable String sectionId,
            @Nullable String grade,
            @Nullable Double x,
            @Nullable Double y,
            @Nullable Double curve,
            @Nullable List<@Nullable Row> rows) {

        /** Curved as the hall is. */
        public Section(
                @Nullable String floor,
                @Nullable String sectionId,
                @Nullable String grade,
                @Nullable Double x,
                @Nullable Double y,
                @Nullable List<@Nullable Row> rows) {
            this(floor, sectionId, grade, x, y, null, rows);
        }
    }

    /**
     * A row of seats: either counted (length, with firstNumber, step and gaps) or seat by seat.
     *
     * @param length how many seats there is room for, gaps included
     * @param step the difference between two numbers, negative for counting down
     * @param gaps numbers without a seat, for example where a pillar or a stair is
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Row(
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
    public record Seat(
            @Nullable SeatNumber seatNumber,
            @Nullable String grade,
            @Nullable Boolean accessible,
            @Nullable Boolean viewRestricted,
            @Nullable Double x,
            @Nullable Double y) {}

    /** A standing zone: its capacity is sold as seats that are all alike. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Zone(
            @Nullable String floor,
            @Nullable String zoneId,
            @Nullable String grade,
            @Nullable Integer capacity,
            @Nullable Double x,
            @Nullable Double y) {}

    /**
     * Says which seats of a section are the best: those with high, low or middle numbers.
     *
     * @param specialRows rows with numbers of their own, such as OP
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SectionConfig(
            @Nullable Integer min,
            @Nullable Integer max,
            @Nullable String centerType,
            @Nullable Double idealCenter,
            @Nullable Range idealRange,
            @Nullable Map<String, @Nullable SectionConfig> specialRows) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Range(@Nullable Integer start, @Nullable Integer end) {}

    /** The number of a seat, in JSON either text such as {@code "12A"} or a number. */
    public record SeatNumber(@JsonValue String text) {

        @JsonCreator
        public static SeatNumber of(String text) {
            return new SeatNumber(text);
        }

        @JsonCreator
        public static SeatNumber of(int number) {
            return new SeatNumber(String.valueOf(number));
        }
    }
}
