package onsale.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.catalog.HallLayout.SectionConfig;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;

/**
 * A checked layout, with every seat in its order: sections as given, their rows, their seats, then
 * the zones. A seat's place in this order is its ordinal.
 */
record SeatPlan(
        List<Section> sections,
        List<Zone> zones,
        Map<String, Map<String, SectionConfig>> sectionConfig) {

    static final int SEATS_MAX = 100_000;

    /** The row in the orchestra pit, which an event may do without. */
    static final String PIT_ROW = "OP";

    record Section(
            String floor, String name, List<Row> rows, @Nullable Double x, @Nullable Double y) {}

    /**
     * @param numbering how a counted row counts; nothing if its seats were named one by one
     */
    record Row(
            String name,
            @Nullable Numbering numbering,
            List<Seat> seats,
            @Nullable Double x,
            @Nullable Double y) {}

    record Numbering(int first, int step, List<Integer> gaps) {}

    record Seat(
            String number,
            String grade,
            boolean accessible,
            boolean viewRestricted,
            @Nullable Double x,
            @Nullable Double y) {}

    record Zone(
            String floor,
            String name,
            String grade,
            int capacity,
            @Nullable Double x,
            @Nullable Double y) {}

    /** What reading a layout ends with. */
    sealed interface Reading {
        record Planned(SeatPlan plan) implements Reading {}

        record Wrong(List<FieldProblem> errors) implements Reading {}
    }

    /** One place to be sold. */
    record Place(
            int ordinal,
            String floor,
            String section,
            String row,
            String number,
            String zone,
            String grade,
            boolean accessible,
            boolean viewRestricted) {}

    int count() {
        int count = zones.stream().mapToInt(Zone::capacity).sum();
        for (Section section : sections) {
            count += section.rows().stream().mapToInt(row -> row.seats().size()).sum();
        }
        return count;
    }

    Set<String> grades() {
        Set<String> grades = new LinkedHashSet<>();
        for (Section section : sections) {
            for (Row row : section.rows()) {
                row.seats().forEach(seat -> grades.add(seat.grade()));
            }
        }
        zones.forEach(zone -> grades.add(zone.grade()));
        return grades;
    }

    /** For a show whose musicians sit there. */
    SeatPlan withoutPit() {
        List<Section> kept = new ArrayList<>();
        for (Section section : sections) {
            List<Row> rows =
                    section.rows().stream()
                            .filter(row -> !row.name().equalsIgnoreCase(PIT_ROW))
                            .toList();
            if (!rows.isEmpty()) {
                kept.add(
                        new Section(
                                section.floor(), section.name(), rows, section.x(), section.y()));
            }
        }
        return new SeatPlan(kept, zones, sectionConfig);
    }

    List<Place> places() {
        List<Place> places = new ArrayList<>(count());
        for (Section section : sections) {
            for (Row row : section.rows()) {
                for (Seat seat : row.seats()) {
                    places.add(
                            new Place(
                                    places.size(),
                                    section.floor(),
                                    section.name(),
                                    row.name(),
                                    seat.number(),
                                    "",
                                    seat.grade(),
                                    seat.accessible(),
                                    seat.viewRestricted()));
                }
            }
        }
        for (Zone zone : zones) {
            for (int number = 1; number <= zone.capacity(); number++) {
                places.add(
                        new Place(
                                places.size(),
                                zone.floor(),
                                "",
                                "",
                                String.valueOf(number),
                                zone.name(),
                                zone.grade(),
                                false,
                                false));
            }
        }
        return places;
    }
}
