package onsale.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.catalog.SeatPlan.Numbering;
import onsale.catalog.SeatPlan.Reading;
import org.jspecify.annotations.Nullable;

/**
 * Turns a layout into a plan, or says everything that is wrong with it, each with its field and the
 * floor, section and row an organiser knows it by. An object reads one layout.
 */
final class LayoutReader {

    static final int SECTIONS_MAX = 1_000;
    static final int ROWS_MAX = 500;
    static final int ROW_LENGTH_MAX = 1_000;
    static final int NUMBER_MAX = 99_999;
    private static final int STEP_MAX = 10;

    private final String root;
    private final LayoutErrors errors = new LayoutErrors();
    private int places;

    private LayoutReader(String root) {
        this.root = root;
    }

    /**
     * @param root what the layout's field is called
     */
    static Reading read(HallLayout layout, String root) {
        LayoutReader reader = new LayoutReader(root);
        SeatPlan plan = reader.plan(layout);
        return reader.errors.none()
                ? new Reading.Planned(plan)
                : new Reading.Wrong(reader.errors.all());
    }

    private SeatPlan plan(HallLayout layout) {
        boolean simple =
                layout.rows() != null
                        || layout.seatsPerRow() != null
                        || layout.gradeMapping() != null;
        boolean detailed =
                layout.sections() != null
                        || layout.zones() != null
                        || layout.sectionConfig() != null;
        List<SeatPlan.Section> sections = simple ? template(layout) : sections(layout.sections());
        List<SeatPlan.Zone> zones = zones(layout.zones());
        if (simple && detailed) {
            errors.add(root, "is either rows, seatsPerRow and gradeMapping, or sections and zones");
        } else if (places > SeatPlan.SEATS_MAX) {
            errors.add(root, "has more than %,d places".formatted(SeatPlan.SEATS_MAX));
        } else if (places == 0 && errors.none()) {
            errors.add(root, "has no seat and no standing place");
        }
        return new SeatPlan(
                sections,
                zones,
                BestSeats.read(layout.sectionConfig(), sections, root + ".sectionConfig", errors));
    }

    // ---- the simple template

    private List<SeatPlan.Section> template(HallLayout layout) {
        String at = root + ".rows";
        List<@Nullable String> names = layout.rows() == null ? List.of() : layout.rows();
        Map<String, @Nullable String> grades =
                layout.gradeMapping() == null ? Map.of() : layout.gradeMapping();
        if (!sized(at, names, 1, ROWS_MAX, "rows", "")) {
            return List.of();
        }
        int length =
                errors.number(root + ".seatsPerRow", layout.seatsPerRow(), 1, ROW_LENGTH_MAX, "");
        Map<String, Integer> seen = new HashMap<>();
        List<SeatPlan.Row> rows = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String rowAt = at + "[" + i + "]";
            String name = errors.label(rowAt, names.get(i), "");
            errors.unique(seen, name, rowAt, "row " + name, at, i);
            String grade =
                    errors.label(
                            root + ".gradeMapping." + name, grades.get(name), of("", "", name));
            Numbering numbering = new Numbering(1, 1, List.of());
            rows.add(counted(name, grade, numbering, length, Set.of(), Set.of(), null, null));
        }
        for (String name : grades.keySet()) {
            if (!seen.containsKey(name)) {
                errors.add(root + ".gradeMapping." + name, "names a row that is not in rows");
            }
        }
        return List.of(new SeatPlan.Section("", "", rows, null, null));
    }

    // ---- sections

    private List<SeatPlan.Section> sections(@Nullable List<HallLayout.@Nullable Section> given) {
        String list = root + ".sections";
        if (given == null || !sized(list, given, 0, SECTIONS_MAX, "sections", "")) {
            return List.of();
        }
        Map<String, Integer> seen = new HashMap<>();
        List<SeatPlan.Section> sections = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String at = list + "[" + i + "]";
            HallLayout.@Nullable Section section = given.get(i);
            if (section == null) {
                errors.add(at, "is empty");
                continue;
            }
            String floor = errors.label(at + ".floor", section.floor(), "");
            String name = errors.label(at + ".sectionId", section.sectionId(), of(floor, "", ""));
            errors.unique(
                    seen,
                    floor + "\n" + name,
                    at,
                    "section " + name + " of floor " + floor,
                    list,
                    i);
            sections.add(
                    new SeatPlan.Section(
                            floor,
                            name,
                            rows(at + ".rows", section, floor, name),
                            errors.coordinate(at + ".x", section.x()),
                            errors.coordinate(at + ".y", section.y())));
        }
        return sections;
    }

    private List<SeatPlan.Row> rows(
            String list, HallLayout.Section section, String floor, String name) {
        String inSection = of(floor, name, "");
        List<HallLayout.@Nullable Row> rows = section.rows() == null ? List.of() : section.rows();
        if (!sized(list, rows, 1, ROWS_MAX, "rows", inSection)) {
            return List.of();
        }
        Map<String, Integer> seen = new HashMap<>();
        List<SeatPlan.Row> planned = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            String at = list + "[" + i + "]";
            HallLayout.@Nullable Row row = rows.get(i);
            if (row == null) {
                errors.add(at, "is empty", inSection);
                continue;
            }
            String rowName = errors.label(at + ".rowId", row.rowId(), inSection);
            String inRow = of(floor, name, rowName);
            errors.unique(seen, rowName, at, "row " + rowName, list, i);
            @Nullable String grade = row.grade() == null ? section.grade() : row.grade();
            planned.add(
                    row.seats() == null
                            ? counted(at, row, rowName, grade, inRow)
                            : named(at, row, row.seats(), rowName, grade, inRow));
        }
        return planned;
    }

    private SeatPlan.Row counted(
            String at, HallLayout.Row row, String name, @Nullable String grade, String inRow) {
        if (row.length() == null) {
            errors.add(at, "needs length or seats", inRow);
            return none(name);
        }
        String checked = errors.label(at + ".grade", grade, inRow);
        int length = errors.number(at + ".length", row.length(), 1, ROW_LENGTH_MAX, inRow);
        int first =
                row.firstNumber() == null
                        ? 1
                        : errors.number(
                                at + ".firstNumber", row.firstNumber(), 1, NUMBER_MAX, inRow);
        int step = row.step() == null ? 1 : row.step();
        if (step == 0 || step < -STEP_MAX || step > STEP_MAX) {
            errors.add(at + ".step", "must be from 1 to 10, or from -10 to -1", inRow);
            return none(name);
        }
        int last = first + step * (length - 1);
        if (last < 1 || last > NUMBER_MAX) {
            errors.add(
                    at + (step == 1 ? ".firstNumber" : ".step"),
                    "leads to the number %d, which is not from 1 to %d".formatted(last, NUMBER_MAX),
                    inRow);
            return none(name);
        }
        Set<Integer> numbers = new LinkedHashSet<>();
        for (int i = 0; i < length; i++) {
            numbers.add(first + step * i);
        }
        Set<Integer> gaps = errors.numbers(at + ".gaps", row.gaps(), numbers, inRow);
        numbers.removeAll(gaps);
        if (numbers.isEmpty()) {
            errors.add(at + ".gaps", "leave no seat", inRow);
        }
        return counted(
                name,
                checked,
                new Numbering(first, step, gaps.stream().sorted().toList()),
                length,
                errors.numbers(at + ".accessible", row.accessible(), numbers, inRow),
                errors.numbers(at + ".viewRestricted", row.viewRestricted(), numbers, inRow),
                errors.coordinate(at + ".x", row.x()),
                errors.coordinate(at + ".y", row.y()));
    }

    private SeatPlan.Row counted(
            String name,
            String grade,
            Numbering numbering,
            int length,
            Set<Integer> accessible,
            Set<Integer> viewRestricted,
            @Nullable Double x,
            @Nullable Double y) {
        Set<Integer> gaps = Set.copyOf(numbering.gaps());
        List<SeatPlan.Seat> seats = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            int number = numbering.first() + numbering.step() * i;
            if (!gaps.contains(number) && fits(1)) {
                seats.add(
                        new SeatPlan.Seat(
                                String.valueOf(number),
                                grade,
                                accessible.contains(number),
                                viewRestricted.contains(number),
                                null,
                                null));
            }
        }
        return new SeatPlan.Row(name, numbering, seats, x, y);
    }

    /** Seat by seat: what a counted row says for itself stands at its seats here. */
    private SeatPlan.Row named(
            String at,
            HallLayout.Row row,
            List<HallLayout.@Nullable Seat> given,
            String name,
            @Nullable String rowGrade,
            String inRow) {
        if (row.length() != null && row.length() != given.size()) {
            errors.add(
                    at + ".length",
                    "is %d but there are %d seats".formatted(row.length(), given.size()),
                    inRow);
        }
        errors.notBesideSeats(at + ".firstNumber", row.firstNumber(), inRow);
        errors.notBesideSeats(at + ".step", row.step(), inRow);
        errors.notBesideSeats(at + ".gaps", row.gaps(), inRow);
        errors.notBesideSeats(at + ".accessible", row.accessible(), inRow);
        errors.notBesideSeats(at + ".viewRestricted", row.viewRestricted(), inRow);
        String list = at + ".seats";
        if (!sized(list, given, 1, ROW_LENGTH_MAX, "seats", inRow)) {
            return none(name);
        }
        Map<String, Integer> seen = new HashMap<>();
        List<SeatPlan.Seat> seats = new ArrayList<>(given.size());
        for (int i = 0; i < given.size() && fits(1); i++) {
            String seatAt = list + "[" + i + "]";
            HallLayout.@Nullable Seat seat = given.get(i);
            if (seat == null) {
                errors.add(seatAt, "is empty", inRow);
                continue;
            }
            String number =
                    errors.label(
                            seatAt + ".seatNumber",
                            seat.seatNumber() == null ? null : seat.seatNumber().text(),
                            inRow);
            errors.unique(seen, number, seatAt, "seat " + number, list, i);
            seats.add(
                    new SeatPlan.Seat(
                            number,
                            errors.label(
                                    seatAt + ".grade",
                                    seat.grade() == null ? rowGrade : seat.grade(),
                                    inRow),
                            Boolean.TRUE.equals(seat.accessible()),
                            Boolean.TRUE.equals(seat.viewRestricted()),
                            errors.coordinate(seatAt + ".x", seat.x()),
                            errors.coordinate(seatAt + ".y", seat.y())));
        }
        return new SeatPlan.Row(
                name,
                null,
                seats,
                errors.coordinate(at + ".x", row.x()),
                errors.coordinate(at + ".y", row.y()));
    }

    private static SeatPlan.Row none(String name) {
        return new SeatPlan.Row(name, null, List.of(), null, null);
    }

    // ---- standing zones

    private List<SeatPlan.Zone> zones(@Nullable List<HallLayout.@Nullable Zone> given) {
        String list = root + ".zones";
        if (given == null || !sized(list, given, 0, SECTIONS_MAX, "zones", "")) {
            return List.of();
        }
        Map<String, Integer> seen = new HashMap<>();
        List<SeatPlan.Zone> zones = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String at = list + "[" + i + "]";
            HallLayout.@Nullable Zone zone = given.get(i);
            if (zone == null) {
                errors.add(at, "is empty");
                continue;
            }
            String name = errors.label(at + ".zoneId", zone.zoneId(), "");
            String inZone = "zone " + name;
            errors.unique(seen, name, at, inZone, list, i);
            int capacity =
                    errors.number(at + ".capacity", zone.capacity(), 1, SeatPlan.SEATS_MAX, inZone);
            fits(capacity);
            zones.add(
                    new SeatPlan.Zone(
                            errors.label(at + ".floor", zone.floor(), inZone),
                            name,
                            errors.label(at + ".grade", zone.grade(), inZone),
                            capacity,
                            errors.coordinate(at + ".x", zone.x()),
                            errors.coordinate(at + ".y", zone.y())));
        }
        return zones;
    }

    private boolean sized(String at, List<?> list, int min, int max, String what, String where) {
        if (list.size() < min || list.size() > max) {
            errors.add(at, "must have %d to %d %s".formatted(min, max, what), where);
            return false;
        }
        return true;
    }

    /** Counts places; not many more are made than a layout may have. */
    private boolean fits(int more) {
        places += more;
        return places <= SeatPlan.SEATS_MAX;
    }

    private static String of(String floor, String section, String row) {
        List<String> parts = new ArrayList<>();
        if (!floor.isEmpty()) {
            parts.add("floor " + floor);
        }
        if (!section.isEmpty()) {
            parts.add("section " + section);
        }
        if (!row.isEmpty()) {
            parts.add("row " + row);
        }
        return String.join(", ", parts);
    }
}
