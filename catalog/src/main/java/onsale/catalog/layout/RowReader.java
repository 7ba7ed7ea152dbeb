package onsale.catalog.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.catalog.layout.SeatPlan.Numbering;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a section: counted ones, and those whose seats are named one by one. */
final class RowReader {

    private static final int STEP_MAX = 10;

    private final LayoutErrors errors;
    private final SeatCount count;

    RowReader(LayoutErrors errors, SeatCount count) {
        this.errors = errors;
        this.count = count;
    }

    List<SeatPlan.Row> rows(String list, HallLayout.Section section, String floor, String name) {
        String inSection = LayoutErrors.where(floor, name, "");
        List<HallLayout.@Nullable Row> rows = section.rows() == null ? List.of() : section.rows();
        if (!errors.sized(list, rows, 1, LayoutReader.ROWS_MAX, "rows", inSection)) {
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
            String inRow = LayoutErrors.where(floor, name, rowName);
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
            return empty(name);
        }
        String checked = errors.label(at + ".grade", grade, inRow);
        int length =
                errors.number(at + ".length", row.length(), 1, LayoutReader.ROW_LENGTH_MAX, inRow);
        int first =
                row.firstNumber() == null
                        ? 1
                        : errors.number(
                                at + ".firstNumber",
                                row.firstNumber(),
                                1,
                                LayoutReader.NUMBER_MAX,
                                inRow);
        int step = row.step() == null ? 1 : row.step();
        if (step == 0 || step < -STEP_MAX || step > STEP_MAX) {
            errors.add(at + ".step", "must be from 1 to 10, or from -10 to -1", inRow);
            return empty(name);
        }
        int last = first + step * (length - 1);
        if (last < 1 || last > LayoutReader.NUMBER_MAX) {
            errors.add(
                    at + (step == 1 ? ".firstNumber" : ".step"),
                    "leads to the number %d, which is not from 1 to %d"
                            .formatted(last, LayoutReader.NUMBER_MAX),
                    inRow);
            return empty(name);
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

    SeatPlan.Row counted(
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
            if (!gaps.contains(number) && count.add(1)) {
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

    /** Reads a row whose seats are named; what counted rows say once is said at each seat here. */
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
        if (!errors.sized(list, given, 1, LayoutReader.ROW_LENGTH_MAX, "seats", inRow)) {
            return empty(name);
        }
        Map<String, Integer> seen = new HashMap<>();
        List<SeatPlan.Seat> seats = new ArrayList<>(given.size());
        for (int i = 0; i < given.size() && count.add(1); i++) {
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

    private static SeatPlan.Row empty(String name) {
        return new SeatPlan.Row(name, null, List.of(), null, null);
    }
}
