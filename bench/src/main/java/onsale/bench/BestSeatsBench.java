package onsale.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import onsale.contracts.InventoryComplete.BestSeats;
import onsale.contracts.InventoryComplete.Seating;
import onsale.reservation.recommend.Preference;
import onsale.reservation.recommend.Proposal;
import onsale.reservation.recommend.RecommendSeats;
import onsale.reservation.recommend.RecommendSeats.Wish;
import onsale.reservation.recommend.SeatingPlan;
import onsale.reservation.recommend.SeatingPlanner;
import onsale.reservation.recommend.SeatingPlanner.SeatRow;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures three proposals of four seats in a hall of 50,000, beside the first seats that fit and
 * beside a brute force that writes down every room for four and sorts the list. In the full hall no
 * row has room for four, so that all arrangements are tried.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BestSeatsBench {

    private static final String NAME = "best-seats";
    private static final double MICROS_MAX = 5_000;
    private static final int SECTIONS = 25;
    private static final int ROWS = 40;
    private static final int SEATS = 50;
    private static final int COUNT = 4;
    private static final Wish WISH = new Wish(Wish.ANY_GRADE, COUNT, Preference.CENTRE);

    private final SeatingPlan plan = hall();
    private final boolean[] halfSold = sold(50);
    private final boolean[] nearlySold = sold(98);

    private static SeatingPlan hall() {
        List<SeatRow> seats = new ArrayList<>();
        List<BestSeats> best = new ArrayList<>();
        for (int section = 0; section < SECTIONS; section++) {
            String floor = (1 + section / 9) + "F";
            best.add(new BestSeats(floor, "S" + section, null, 1, SEATS, "middle", 25.5, 20, 31));
            for (int row = 0; row < ROWS; row++) {
                for (int number = 1; number <= SEATS; number++) {
                    seats.add(new SeatRow(floor, "S" + section, "" + row, "" + number, "R", ""));
                }
            }
        }
        return SeatingPlanner.plan(seats, new Seating(List.of(), List.of(), List.of(), best));
    }

    private boolean[] sold(int percent) {
        Random random = new Random(22);
        boolean[] free = new boolean[plan.seatCount()];
        for (int i = 0; i < free.length; i++) {
            free[i] = random.nextInt(100) >= percent;
        }
        return free;
    }

    @Benchmark
    public List<Proposal> recommendHalfSold() {
        return RecommendSeats.run(plan, seat -> halfSold[seat], WISH);
    }

    @Benchmark
    public List<Proposal> recommendNearlySoldOut() {
        return RecommendSeats.run(plan, seat -> nearlySold[seat], WISH);
    }

    @Benchmark
    public int firstFit() {
        for (SeatingPlan.Row row : plan.rows()) {
            for (int first = row.first(); first + COUNT <= row.end(); first++) {
                if (fits(nearlySold, first)) {
                    return first;
                }
            }
        }
        return -1;
    }

    /** A room for four and how far it is from what is preferred. */
    public record Room(int first, double penalty) {}

    @Benchmark
    public List<Room> bruteForce() {
        List<Room> rooms = new ArrayList<>();
        for (SeatingPlan.Row row : plan.rows()) {
            for (int first = row.first(); first + COUNT <= row.end(); first++) {
                if (fits(halfSold, first)) {
                    double away = 0;
                    for (int i = first; i < first + COUNT; i++) {
                        away += plan.fromMiddle()[i] / COUNT;
                    }
                    rooms.add(
                            new Room(
                                    first, Preference.CENTRE.penalty(row.fromFront(), away, true)));
                }
            }
        }
        rooms.sort(Comparator.comparingDouble(Room::penalty));
        return rooms;
    }

    private boolean fits(boolean[] free, int first) {
        for (int i = first; i < first + COUNT; i++) {
            if (!free[i] || (i > first && !plan.joined()[i])) {
                return false;
            }
        }
        return true;
    }

    static List<Result> run() throws RunnerException {
        Map<String, Double> micros = new HashMap<>();
        for (RunResult result : Jmh.run(BestSeatsBench.class, 1)) {
            micros.put(result.getPrimaryResult().getLabel(), result.getPrimaryResult().getScore());
        }
        double brute = micros.getOrDefault("bruteForce", Double.NaN);
        double firstFit = micros.getOrDefault("firstFit", Double.NaN);
        return List.of(
                measured(micros, "recommendHalfSold")
                        .against("brute force, one proposal", brute)
                        .valueAtMost(MICROS_MAX),
                measured(micros, "recommendNearlySoldOut")
                        .against("first fit", firstFit)
                        .valueAtMost(MICROS_MAX),
                measured(micros, "bruteForce"),
                measured(micros, "firstFit"));
    }

    private static Result measured(Map<String, Double> micros, String name) {
        return Result.printed(NAME, name, Rounds.of(micros.getOrDefault(name, Double.NaN)), "µs");
    }
}
