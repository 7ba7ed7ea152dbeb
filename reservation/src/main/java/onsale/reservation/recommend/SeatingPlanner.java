package onsale.reservation.recommend;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import onsale.contracts.InventoryComplete.BestSeats;
import onsale.contracts.InventoryComplete.Seating;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link SeatingPlan} of the seats of an inventory and of what the hall's layout says about
 * them. Without a configuration the middle of each row is the best. An object makes one plan.
 */
public final class SeatingPlanner {

    /** How many rows a floor is further from the stage than the one below it. */
    private static final int ROWS_PER_FLOOR = 15;

    /** What a restricted view costs: as if the seat were so many seats away from the middle. */
    private static final int VIEW_RESTRICTED = 100;

    private static final Seating UNKNOWN = new Seating(List.of(), List.of(), List.of(), List.of());

    /** One seat, by ordinal; one of a standing zone has a zone. */
    public record SeatRow(
            String floor,
            String section,
            String rowName,
            String number,
            String grade,
            String zone) {

        boolean isInRowOf(SeatRow other) {
            return rowName.equals(other.rowName) && isInSectionOf(other);
        }

        boolean isInSectionOf(SeatRow other) {
            return floor.equals(other.floor) && section.equals(other.section);
        }
    }

    private record RowKey(String floor, String section, @Nullable String row) {}

    private final List<SeatRow> seats;
    private final Map<RowKey, BestSeats> best = new HashMap<>();
    private final Map<String, Integer> floors = new LinkedHashMap<>();
    private final Map<String, Integer> grades = new LinkedHashMap<>();
    private final List<SeatingPlan.Row> rows = new ArrayList<>();
    private final BitSet afterGap = new BitSet();
    private final short[] gradeOf;
    private final boolean[] joined;
    private final boolean[] reserved;
    private final float[] fromMiddle;
    private final float[] position;

    private SeatingPlanner(List<SeatRow> seats, Seating seating) {
        this.seats = seats;
        gradeOf = new short[seats.size()];
        joined = new boolean[seats.size()];
        reserved = new boolean[seats.size()];
        fromMiddle = new float[seats.size()];
        position = new float[seats.size()];
        seating.best()
                .forEach(one -> best.put(new RowKey(one.floor(), one.section(), one.row()), one));
        seating.afterGap().forEach(afterGap::set);
        seating.accessible().forEach(seat -> reserved[seat] = true);
        seating.viewRestricted().forEach(seat -> fromMiddle[seat] = VIEW_RESTRICTED);
    }

    /**
     * The plan of these seats.
     *
     * @param all by ordinal; those of standing zones come last and are left out
     * @param seating null if the layout is unknown
     */
    public static SeatingPlan plan(List<SeatRow> all, @Nullable Seating seating) {
        List<SeatRow> seats = all.stream().takeWhile(seat -> seat.zone.isEmpty()).toList();
        return new SeatingPlanner(seats, seating == null ? UNKNOWN : seating).make();
    }

    private SeatingPlan make() {
        int section = -1;
        int inSection = 0;
        for (int first = 0; first < seats.size(); ) {
            SeatRow seat = seats.get(first);
            int end = first + 1;
            while (end < seats.size() && seats.get(end).isInRowOf(seat)) {
                end++;
            }
            if (first == 0 || !seat.isInSectionOf(seats.get(first - 1))) {
                section++;
                inSection = 0;
            }
            int floor = floors.computeIfAbsent(seat.floor, _ -> floors.size());
            rows.add(
                    new SeatingPlan.Row(
                            first, end, section, inSection, inSection + floor * ROWS_PER_FLOOR));
            row(first, end);
            inSection++;
            first = end;
        }
        return new SeatingPlan(
                rows,
                List.copyOf(grades.keySet()),
                gradeOf,
                joined,
                reserved,
                fromMiddle,
                position);
    }

    private void row(int first, int end) {
        SeatRow any = seats.get(first);
        for (int i = first; i < end; i++) {
            gradeOf[i] =
                    grades.computeIfAbsent(seats.get(i).grade, _ -> grades.size()).shortValue();
            joined[i] = i > first && !afterGap.get(i);
        }
        @Nullable BestSeats config = configOf(any);
        int @Nullable [] numbers = numbers(first, end);
        int step = numbers == null ? 1 : step(numbers);
        for (int i = first; i < end; i++) {
            if (numbers == null || config == null) {
                position[i] = numbers == null ? i - first : (float) numbers[i - first] / step;
                fromMiddle[i] += Math.abs(i - (first + end - 1) / 2f);
            } else {
                int number = numbers[i - first];
                position[i] = (float) number / step;
                fromMiddle[i] += (float) (away(config, number) / step + beside(config));
            }
        }
    }

    private @Nullable BestSeats configOf(SeatRow seat) {
        @Nullable BestSeats own = best.get(new RowKey(seat.floor, seat.section, seat.rowName));
        return own != null ? own : best.get(new RowKey(seat.floor, seat.section, null));
    }

    /** The numbers of a row, if all are numbers and they only rise or only fall; else null. */
    private int @Nullable [] numbers(int first, int end) {
        int[] numbers = new int[end - first];
        for (int i = first; i < end; i++) {
            String number = seats.get(i).number;
            if (number.isEmpty()
                    || number.length() > 6
                    || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return null;
            }
            numbers[i - first] = Integer.parseInt(number);
        }
        for (int i = 2; i < numbers.length; i++) {
            if (Integer.signum(numbers[i] - numbers[i - 1])
                    != Integer.signum(numbers[1] - numbers[0])) {
                return null;
            }
        }
        return numbers.length > 1 && numbers[0] == numbers[1] ? null : numbers;
    }

    /** The difference between the numbers of two neighbours. */
    private static int step(int[] numbers) {
        int step = Integer.MAX_VALUE;
        for (int i = 1; i < numbers.length; i++) {
            step = Math.min(step, Math.abs(numbers[i] - numbers[i - 1]));
        }
        return numbers.length == 1 ? 1 : step;
    }

    private static double away(BestSeats config, int number) {
        if (config.centre().equals("high")) {
            return Math.max(0, config.max() - number);
        }
        if (config.centre().equals("low")) {
            return Math.max(0, number - config.min());
        }
        if (config.idealFrom() != null && config.idealTo() != null) {
            return Math.max(0, Math.max(config.idealFrom() - number, number - config.idealTo()));
        }
        double centre =
                config.idealCentre() != null
                        ? config.idealCentre()
                        : (config.min() + config.max()) / 2.0;
        return Math.abs(number - centre);
    }

    /** A section at the side begins where half of the section in the middle ends. */
    private double beside(BestSeats config) {
        return config.centre().equals("middle")
                ? 0
                : best.values().stream()
                        .filter(one ->
                                one.row() == null
                                        && one.floor().equals(config.floor())
                                        && one.centre().equals("middle"))
                        .mapToDouble(one -> (one.max() - one.min() + 1) / 2.0)
                        .max()
                        .orElse(0);
    }
}
