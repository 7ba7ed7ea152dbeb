package onsale.catalog.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.catalog.layout.HallLayout;
import onsale.catalog.layout.HallLayout.Range;
import onsale.catalog.layout.HallLayout.Row;
import onsale.catalog.layout.HallLayout.Section;
import onsale.catalog.layout.HallLayout.SectionConfig;
import onsale.catalog.layout.HallLayout.Zone;
import org.jspecify.annotations.Nullable;

/** The invented halls of the demo data. */
final class DemoHalls {

    private static final String FIRST = "1층";
    private static final String SECOND = "2층";

    private DemoHalls() {}

    /**
     * 1,210 seats: 690 on the first floor, twelve of them in the pit, and 520 on the second. Blocks
     * A (1 to 12), B (13 to 26) and C (27 to 38); the last row of each floor is shorter at its
     * ends.
     */
    static HallLayout theatre() {
        List<Section> sections = new ArrayList<>();
        sections.add(side(FIRST, "A", 1, 17, 4, 9, 8));
        List<Row> middle = new ArrayList<>();
        middle.add(row("OP", "OP", 12, 1, List.of(), List.of()));
        for (int r = 1; r <= 18; r++) {
            String grade = r <= 8 ? "VIP" : "R";
            middle.add(
                    row("" + r, grade, 14, 13, r == 18 ? List.of(19, 20) : List.of(), List.of()));
        }
        sections.add(new Section(FIRST, "B", null, 14.0, 0.0, middle));
        sections.add(side(FIRST, "C", 27, 17, 27, 9, 8));
        sections.add(side(SECOND, "A", 1, 13, 7, 6, 0));
        List<Row> balcony = new ArrayList<>();
        for (int r = 1; r <= 14; r++) {
            balcony.add(row("" + r, r <= 5 ? "S" : "A", 14, 13, List.of(), List.of()));
        }
        sections.add(new Section(SECOND, "B", null, 14.0, 24.0, balcony));
        sections.add(side(SECOND, "C", 27, 13, 27, 6, 0));
        SectionConfig pit = new SectionConfig(1, 12, "middle", 6.5, new Range(5, 8), null);
        return new HallLayout(
                null,
                null,
                null,
                sections,
                null,
                Map.of(
                        FIRST,
                        Map.of(
                                "A",
                                new SectionConfig(1, 12, "high", null, null, null),
                                "B",
                                middle(Map.of("OP", pit)),
                                "C",
                                new SectionConfig(27, 38, "low", null, null, null)),
                        SECOND,
                        Map.of(
                                "A",
                                new SectionConfig(1, 12, "high", null, null, null),
                                "B",
                                middle(null),
                                "C",
                                new SectionConfig(27, 38, "low", null, null, null))));
    }

    private static SectionConfig middle(@Nullable Map<String, @Nullable SectionConfig> special) {
        return new SectionConfig(13, 26, "middle", 19.5, new Range(18, 21), special);
    }

    /** A block of full rows of twelve, then one short row whose first number is lastFirst. */
    private static Section side(
            String floor,
            String name,
            int first,
            int fullRows,
            int lastFirst,
            int lastLength,
            int bestRows) {
        List<Row> rows = new ArrayList<>();
        boolean upstairs = floor.equals(SECOND);
        for (int r = 1; r <= fullRows; r++) {
            String grade = r <= bestRows ? "R" : upstairs ? "A" : "S";
            // the outermost seats do not see all of the stage
            int outermost = first == 1 ? 1 : 38;
            rows.add(
                    row(
                            "" + r,
                            grade,
                            12,
                            first,
                            List.of(),
                            r <= 2 ? List.of(outermost) : List.of()));
        }
        rows.add(
                row(
                        "" + (fullRows + 1),
                        upstairs ? "A" : "S",
                        lastLength,
                        lastFirst,
                        List.of(),
                        List.of()));
        return new Section(floor, name, null, first == 1 ? 0.0 : 30.0, upstairs ? 24.0 : 0.0, rows);
    }

    /** 15,000 seats: the floor, and two tiers around it. */
    static HallLayout arena() {
        List<Section> sections = new ArrayList<>();
        for (int s = 1; s <= 6; s++) {
            sections.add(block("플로어", "F" + s, "VIP", 20, 25));
        }
        for (int s = 1; s <= 24; s++) {
            sections.add(block(FIRST, "" + (100 + s), "R", 15, 20));
        }
        for (int s = 1; s <= 24; s++) {
            sections.add(block(SECOND, "" + (200 + s), "S", 10, 20));
        }
        return new HallLayout(null, null, null, sections, null, null);
    }

    /** 50,000 seats, 5,000 of them standing in front of the stage. */
    static HallLayout stadium() {
        List<Section> sections = new ArrayList<>();
        for (int s = 1; s <= 30; s++) {
            sections.add(block(FIRST, "" + (100 + s), "R", 25, 24));
        }
        for (int s = 1; s <= 30; s++) {
            sections.add(block(SECOND, "" + (200 + s), "S", 25, 24));
        }
        for (int s = 1; s <= 30; s++) {
            sections.add(block("3층", "" + (300 + s), "A", 10, 30));
        }
        return new HallLayout(
                null,
                null,
                null,
                sections,
                List.of(
                        new Zone("그라운드", "스탠딩 가", "ST", 2_500, null, null),
                        new Zone("그라운드", "스탠딩 나", "ST", 2_500, null, null)),
                null);
    }

    /** 24 seats in four rows of different length. */
    static HallLayout glasshouse() {
        List<Row> rows = new ArrayList<>();
        int[] lengths = {5, 6, 7, 6};
        for (int r = 0; r < lengths.length; r++) {
            rows.add(
                    new Row(
                            "" + (r + 1),
                            null,
                            lengths[r],
                            null,
                            null,
                            null,
                            r == 0 ? List.of(1) : null,
                            null,
                            (7 - lengths[r]) / 2.0,
                            null,
                            null));
        }
        return new HallLayout(
                null,
                null,
                null,
                List.of(new Section(FIRST, "가", "R", null, null, rows)),
                null,
                null);
    }

    /** 285 seats in arcs around a stage, some with a pillar in view. */
    static HallLayout round() {
        List<Row> rows = new ArrayList<>();
        int[] counts = {20, 22, 25, 26, 28, 29, 31, 33, 35, 36};
        for (int r = 0; r < counts.length; r++) {
            double radius = 8 + 1.1 * r;
            int count = counts[r];
            double arc = Math.toRadians(150);
            List<HallLayout.Seat> seats = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                double angle = arc * i / (count - 1) - arc / 2;
                boolean pillar = r >= 6 && (i == 3 || i == count - 4);
                boolean aisle = r == counts.length - 1 && (i == 0 || i == count - 1);
                seats.add(
                        new HallLayout.Seat(
                                HallLayout.SeatNumber.of(i + 1),
                                null,
                                aisle ? true : null,
                                pillar ? true : null,
                                hundredths(20 + radius * Math.sin(angle)),
                                hundredths(radius * Math.cos(angle) - 4)));
            }
            rows.add(
                    new Row(
                            "" + (char) ('A' + r),
                            r < 5 ? "R" : "S",
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            seats));
        }
        return new HallLayout(
                null,
                null,
                null,
                List.of(new Section(FIRST, "원형", "S", null, null, rows)),
                null,
                null);
    }

    private static double hundredths(double value) {
        return Math.round(value * 100) / 100.0;
    }

    /** Twelve tables of four, and a standing zone of 120 behind them. */
    static HallLayout club() {
        List<Section> sections = new ArrayList<>();
        for (int t = 0; t < 12; t++) {
            sections.add(
                    new Section(
                            "홀",
                            "T" + (t + 1),
                            "TB",
                            5.0 * (t % 4),
                            4.0 * Math.floorDiv(t, 4),
                            List.of(
                                    row("1", null, 2, 1, List.of(), List.of()),
                                    row("2", null, 2, 3, List.of(), List.of()))));
        }
        return new HallLayout(
                null,
                null,
                null,
                sections,
                List.of(new Zone("홀", "스탠딩", "ST", 120, null, null)),
                null);
    }

    private static Section block(String floor, String name, String grade, int rows, int length) {
        List<Row> all = new ArrayList<>();
        for (int r = 1; r <= rows; r++) {
            all.add(row("" + r, null, length, 1, List.of(), List.of()));
        }
        return new Section(floor, name, grade, null, null, all);
    }

    private static Row row(
            String name,
            @Nullable String grade,
            int length,
            int firstNumber,
            List<Integer> accessible,
            List<Integer> viewRestricted) {
        return new Row(
                name,
                grade,
                length,
                firstNumber == 1 ? null : Integer.valueOf(firstNumber),
                null,
                null,
                accessible.isEmpty() ? null : List.copyOf(accessible),
                viewRestricted.isEmpty() ? null : List.copyOf(viewRestricted),
                null,
                null,
                null);
    }
}
