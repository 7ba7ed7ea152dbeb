package onsale.catalog.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import onsale.catalog.layout.LayoutDocument.LayoutRow;
import onsale.catalog.layout.LayoutDocument.LayoutSection;
import onsale.catalog.layout.LayoutDocument.LayoutZone;
import onsale.contracts.SeatIds;
import org.jspecify.annotations.Nullable;

/** Writes a seat plan as a {@link LayoutDocument}. An object writes one document. */
final class LayoutWriter {

    private final SeatPlan plan;
    private final List<String> grades;
    private int ordinal;

    LayoutWriter(SeatPlan plan) {
        this.plan = plan;
        this.grades = List.copyOf(plan.grades());
    }

    LayoutDocument document(UUID scheduleId) {
        List<LayoutSection> sections = plan.sections().stream().map(this::section).toList();
        List<LayoutZone> zones = plan.zones().stream().map(this::zone).toList();
        return new LayoutDocument(
                scheduleId,
                SeatIds.of(scheduleId).base(),
                ordinal,
                grades,
                sections,
                zones,
                plan.sectionConfig());
    }

    private LayoutSection section(SeatPlan.Section section) {
        return new LayoutSection(
                section.floor(),
                section.name(),
                rounded(section.x()),
                rounded(section.y()),
                rounded(section.curve()),
                section.rows().stream().map(this::row).toList());
    }

    private LayoutZone zone(SeatPlan.Zone zone) {
        int first = ordinal;
        ordinal += zone.capacity();
        return new LayoutZone(
                zone.floor(),
                zone.name(),
                first,
                zone.capacity(),
                grades.indexOf(zone.grade()),
                rounded(zone.x()),
                rounded(zone.y()));
    }

    private LayoutRow row(SeatPlan.Row row) {
        List<SeatPlan.Seat> seats = row.seats();
        int first = ordinal;
        ordinal += seats.size();
        SeatPlan.@Nullable Numbering numbering = row.numbering();
        List<Integer> runs = gradeRuns(seats);
        boolean oneGrade = runs.size() == 2;
        return new LayoutRow(
                row.name(),
                first,
                seats.size(),
                numbering == null ? null : Integer.valueOf(numbering.first()),
                numbering == null || numbering.step() == 1
                        ? null
                        : Integer.valueOf(numbering.step()),
                numbering == null || numbering.gaps().isEmpty() ? null : numbering.gaps(),
                numbering == null ? seats.stream().map(SeatPlan.Seat::number).toList() : null,
                oneGrade ? runs.getFirst() : null,
                oneGrade ? null : runs,
                positions(seats, SeatPlan.Seat::accessible),
                positions(seats, SeatPlan.Seat::viewRestricted),
                rounded(row.x()),
                rounded(row.y()),
                coordinates(seats, SeatPlan.Seat::x),
                coordinates(seats, SeatPlan.Seat::y));
    }

    private List<Integer> gradeRuns(List<SeatPlan.Seat> seats) {
        List<Integer> runs = new ArrayList<>();
        String previous = "";
        for (SeatPlan.Seat seat : seats) {
            if (seat.grade().equals(previous)) {
                runs.set(runs.size() - 1, runs.getLast() + 1);
            } else {
                runs.add(grades.indexOf(seat.grade()));
                runs.add(1);
                previous = seat.grade();
            }
        }
        return runs;
    }

    private static @Nullable List<Integer> positions(
            List<SeatPlan.Seat> seats, Predicate<SeatPlan.Seat> wanted) {
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < seats.size(); i++) {
            if (wanted.test(seats.get(i))) {
                positions.add(i);
            }
        }
        return positions.isEmpty() ? null : positions;
    }

    private static @Nullable List<@Nullable Number> coordinates(
            List<SeatPlan.Seat> seats, Function<SeatPlan.Seat, @Nullable Double> axis) {
        List<@Nullable Number> values = new ArrayList<>();
        boolean any = false;
        for (SeatPlan.Seat seat : seats) {
            @Nullable Number value = rounded(axis.apply(seat));
            any |= value != null;
            values.add(value);
        }
        return any ? values : null;
    }

    /** Rounds to a tenth of a seat's width, which is finer than a screen shows. */
    private static @Nullable Number rounded(@Nullable Double coordinate) {
        if (coordinate == null) {
            return null;
        }
        long tenths = Math.round(coordinate * 10);
        if (tenths % 10 == 0) {
            return tenths / 10;
        }
        return tenths / 10.0;
    }
}
