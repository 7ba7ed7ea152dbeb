package onsale.catalog.layout;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.catalog.layout.HallLayout.SectionConfig;
import org.jspecify.annotations.Nullable;

/**
 * A layout that has been checked, with every seat in order: the sections as given, their rows and
 * their seats, then the standing zones. The position of a seat in this order is its ordinal.
 */
public record SeatPlan(
        List<Section> sections,
        List<Zone> zones,
        Map<String, Map<String, SectionConfig>> sectionConfig) {

    public static final int SEATS_MAX = 100_000;

    /** The name of the row in the orchestra pit, which an event may leave unsold. */
    static final String PIT_ROW = "OP";

    public record Section(
            String floor,
            String name,
            List<Row> rows,
            @Nullable Double x,
            @Nullable Double y,
            @Nullable Double curve) {}

    /**
     * A row of a section.
     *
     * @param numbering how the seats of a counted row are numbered; null if each seat was named
     */
    public record Row(
            String name,
            @Nullable Numbering numbering,
            List<Seat> seats,
            @Nullable Double x,
            @Nullable Double y) {}

    public record Numbering(int first, int step, List<Integer> gaps) {}

    public record Seat(
            String number,
            String grade,
            boolean accessible,
            boolean viewRestricted,
            @Nullable Double x,
            @Nullable Double y) {}

    public record Zone(
            String floor,
            String name,
            String grade,
            int capacity,
            @Nullable Double x,
            @Nullable Double y) {}

    /** How many seats are sold, standing ones included. */
    public int count() {
        int count = zones.stream().mapToInt(Zone::capacity).sum();
        for (Section section : sections) {
            count += section.rows().stream().mapToInt(row -> row.seats().size()).sum();
        }
        return count;
    }

    public Set<String> grades() {
        Set<String> grades = new LinkedHashSet<>();
        for (Section section : sections) {
            for (Row row : section.rows()) {
                row.seats().forEach(seat -> grades.add(seat.grade()));
            }
        }
        zones.forEach(zone -> grades.add(zone.grade()));
        return grades;
    }

    /** The plan for a show whose musicians sit in the pit. */
    public SeatPlan withoutPit() {
        List<Section> kept = new ArrayList<>();
        for (Section section : sections) {
            List<Row> rows =
                    section.rows().stream()
                            .filter(row -> !row.name().equalsIgnoreCase(PIT_ROW))
                            .toList();
            if (!rows.isEmpty()) {
                kept.add(
                        new Section(
                                section.floor(),
                                section.name(),
                                rows,
                                section.x(),
                                section.y(),
                                section.curve()));
            }
        }
        return new SeatPlan(kept, zones, sectionConfig);
    }

    /** Every seat to be sold, by ordinal. */
    public List<PlannedSeat> seats() {
        List<PlannedSeat> seats = new ArrayList<>(count());
        for (Section section : sections) {
            for (Row row : section.rows()) {
                for (Seat seat : row.seats()) {
                    seats.add(
                            new PlannedSeat(
                                    seats.size(),
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
                seats.add(
                        new PlannedSeat(
                                seats.size(),
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
        return seats;
    }
}
