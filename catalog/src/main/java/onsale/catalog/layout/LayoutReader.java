package onsale.catalog.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.catalog.layout.SeatPlan.Numbering;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;

/**
 * Turns a layout into a seat plan, or reports everything that is wrong with it. Each error names
 * the field, and the floor, section and row by the names the organiser gave them. An object reads
 * one layout.
 */
public final class LayoutReader {

    static final int SECTIONS_MAX = 1_000;
    static final int ROWS_MAX = 500;
    static final int ROW_LENGTH_MAX = 1_000;
    static final int NUMBER_MAX = 99_999;

    /** The outcome of reading a layout. */
    public sealed interface Reading {
        record Planned(SeatPlan plan) implements Reading {}

        record Invalid(List<FieldProblem> errors) implements Reading {}
    }

    private final String root;
    private final LayoutErrors errors = new LayoutErrors();
    private final SeatCount count = new SeatCount();
    private final RowReader rowReader = new RowReader(errors, count);

    private LayoutReader(String root) {
        this.root = root;
    }

    /**
     * Reads a layout.
     *
     * @param root the name of the field that holds the layout
     */
    public static Reading read(HallLayout layout, String root) {
        LayoutReader reader = new LayoutReader(root);
        SeatPlan plan = reader.plan(layout);
        return reader.errors.none()
                ? new Reading.Planned(plan)
                : new Reading.Invalid(reader.errors.all());
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
        } else if (count.isTooHigh()) {
            errors.add(root, "has more than %,d seats".formatted(SeatPlan.SEATS_MAX));
        } else if (count.isZero() && errors.none()) {
            errors.add(root, "has no seat and no standing zone");
        }
        return new SeatPlan(
                sections,
                zones,
                BestSeatsReader.read(
                        layout.sectionConfig(), sections, root + ".sectionConfig", errors));
    }

    // ---- the simple template

    private List<SeatPlan.Section> template(HallLayout layout) {
        String at = root + ".rows";
        List<@Nullable String> names = layout.rows() == null ? List.of() : layout.rows();
        Map<String, @Nullable String> grades =
                layout.gradeMapping() == null ? Map.of() : layout.gradeMapping();
        if (!errors.sized(at, names, 1, ROWS_MAX, "rows", "")) {
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
                            root + ".gradeMapping." + name,
                            grades.get(name),
                            LayoutErrors.where("", "", name));
            Numbering numbering = new Numbering(1, 1, List.of());
            rows.add(
                    rowReader.counted(
                            name, grade, numbering, length, Set.of(), Set.of(), null, null));
        }
        for (String name : grades.keySet()) {
            if (!seen.containsKey(name)) {
                errors.add(root + ".gradeMapping." + name, "names a row that is not in rows");
            }
        }
        return List.of(new SeatPlan.Section("", "", rows, null, null, null));
    }

    // ---- sections

    private List<SeatPlan.Section> sections(@Nullable List<HallLayout.@Nullable Section> given) {
        String list = root + ".sections";
        if (given == null || !errors.sized(list, given, 0, SECTIONS_MAX, "sections", "")) {
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
            String name =
                    errors.label(
                            at + ".sectionId",
                            section.sectionId(),
                            LayoutErrors.where(floor, "", ""));
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
                            rowReader.rows(at + ".rows", section, floor, name),
                            errors.coordinate(at + ".x", section.x()),
                            errors.coordinate(at + ".y", section.y()),
                            errors.curve(at + ".curve", section.curve())));
        }
        return sections;
    }

    // ---- standing zones

    private List<SeatPlan.Zone> zones(@Nullable List<HallLayout.@Nullable Zone> given) {
        String list = root + ".zones";
        if (given == null || !errors.sized(list, given, 0, SECTIONS_MAX, "zones", "")) {
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
            count.add(capacity);
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
}
