package onsale.catalog.publishing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import onsale.catalog.layout.HallLayout.Range;
import onsale.catalog.layout.HallLayout.SectionConfig;
import onsale.catalog.layout.LayoutDocument;
import onsale.catalog.layout.LayoutDocument.LayoutRow;
import onsale.contracts.InventoryComplete.BestSeats;
import onsale.contracts.InventoryComplete.Seating;
import org.jspecify.annotations.Nullable;

/** What reservation needs of a layout to recommend seats. An object describes one layout. */
final class SeatingOf {

    private final List<Integer> afterGap = new ArrayList<>();
    private final List<Integer> accessible = new ArrayList<>();
    private final List<Integer> viewRestricted = new ArrayList<>();
    private final List<BestSeats> best = new ArrayList<>();

    private SeatingOf() {}

    static Seating layout(LayoutDocument layout) {
        SeatingOf made = new SeatingOf();
        layout.sections().forEach(section -> section.rows().forEach(made::row));
        layout.sectionConfig()
                .forEach((floor, sections) ->
                        sections.forEach(
                                (section, config) -> made.section(floor, section, config)));
        return new Seating(made.afterGap, made.accessible, made.viewRestricted, made.best);
    }

    private void row(LayoutRow row) {
        gaps(row);
        positions(row, row.accessible(), accessible);
        positions(row, row.viewRestricted(), viewRestricted);
    }

    /** Counts the places of the row, as {@code docs/layouts.md} describes it. */
    private void gaps(LayoutRow row) {
        @Nullable Integer from = row.from();
        if (from == null || row.skip() == null) {
            return;
        }
        Set<Integer> skipped = new HashSet<>(row.skip());
        int step = row.step() == null ? 1 : row.step();
        int number = from;
        for (int seat = 0; seat < row.count(); number += step) {
            if (skipped.contains(number)) {
                if (seat > 0 && !skipped.contains(number + step)) {
                    afterGap.add(row.first() + seat);
                }
            } else {
                seat++;
            }
        }
    }

    private static void positions(
            LayoutRow row, @Nullable List<Integer> positions, List<Integer> ordinals) {
        if (positions != null) {
            positions.forEach(position -> ordinals.add(row.first() + position));
        }
    }

    private void section(String floor, String section, SectionConfig config) {
        best.add(best(floor, section, null, config));
        @Nullable Map<String, @Nullable SectionConfig> special = config.specialRows();
        if (special != null) {
            special.forEach(
                    (row, own) -> best.add(best(floor, section, row, Objects.requireNonNull(own))));
        }
    }

    private static BestSeats best(
            String floor, String section, @Nullable String row, SectionConfig config) {
        @Nullable Range range = config.idealRange();
        return new BestSeats(
                floor,
                section,
                row,
                Objects.requireNonNull(config.min()),
                Objects.requireNonNull(config.max()),
                Objects.requireNonNull(config.centerType()),
                config.idealCenter(),
                range == null ? null : range.start(),
                range == null ? null : range.end());
    }
}
