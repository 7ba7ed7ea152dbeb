package onsale.catalog.layout;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.layout.HallLayout.SectionConfig;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a schedule as a browser gets it. It lists rows instead of seats, so that 50,000
 * seats take a few kilobytes. The seat with ordinal n has the id {@code seatIdBase} followed by n
 * as eight hexadecimal digits. {@code docs/layouts.md} describes every field.
 */
public record LayoutDocument(
        UUID scheduleId,
        String seatIdBase,
        int count,
        List<String> grades,
        List<LayoutSection> sections,
        List<LayoutZone> zones,
        Map<String, Map<String, SectionConfig>> sectionConfig) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record LayoutSection(
            String floor,
            String section,
            @Nullable Number x,
            @Nullable Number y,
            @Nullable Number curve,
            List<LayoutRow> rows) {}

    /**
     * A row of seats.
     *
     * @param first ordinal of the row's first seat
     * @param from number of the row's first seat or gap; each number after it is {@code step} (1 if
     *     missing) more; {@code skip} lists the numbers without a seat
     * @param numbers one for each seat, instead of {@code from}, where the seats are not counted
     * @param grade index into the document's grades, if all seats of the row have the same grade
     * @param gradeRuns otherwise: pairs of such an index and the number of consecutive seats
     * @param accessible positions in the row, from 0, counting seats only
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record LayoutRow(
            String row,
            int first,
            int count,
            @Nullable Integer from,
            @Nullable Integer step,
            @Nullable List<Integer> skip,
            @Nullable List<String> numbers,
            @Nullable Integer grade,
            @Nullable List<Integer> gradeRuns,
            @Nullable List<Integer> accessible,
            @Nullable List<Integer> viewRestricted,
            @Nullable Number x,
            @Nullable Number y,
            @Nullable List<@Nullable Number> xs,
            @Nullable List<@Nullable Number> ys) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record LayoutZone(
            String floor,
            String zone,
            int first,
            int count,
            int grade,
            @Nullable Number x,
            @Nullable Number y) {}

    public static LayoutDocument of(UUID scheduleId, SeatPlan plan) {
        return new LayoutWriter(plan).document(scheduleId);
    }

    public PackedLayout pack() {
        return PackedLayout.of(this);
    }
}
