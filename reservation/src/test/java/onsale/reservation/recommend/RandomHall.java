package onsale.reservation.recommend;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import onsale.contracts.InventoryComplete.BestSeats;
import onsale.contracts.InventoryComplete.Seating;
import onsale.reservation.recommend.SeatingPlanner.SeatRow;

/** Small halls with gaps, wheelchair places, counting down, odd numbers and side sections. */
record RandomHall(SeatingPlan plan, boolean[] available) {

    private static final List<String> CENTRES = List.of("high", "low", "middle");

    static RandomHall of(Random random) {
        List<SeatRow> seats = new ArrayList<>();
        List<Integer> afterGap = new ArrayList<>();
        List<Integer> accessible = new ArrayList<>();
        List<Integer> restricted = new ArrayList<>();
        List<BestSeats> best = new ArrayList<>();
        int sections = 1 + random.nextInt(3);
        for (int s = 0; s < sections; s++) {
            String floor = s == 2 ? "2F" : "1F";
            if (random.nextInt(3) > 0) {
                best.add(config(random, floor, "S" + s));
            }
            int rows = 1 + random.nextInt(3);
            for (int r = 0; r < rows; r++) {
                int count = 1 + random.nextInt(7);
                int step = random.nextInt(4) == 0 ? 2 : 1;
                boolean falls = random.nextInt(5) == 0;
                int place = 0;
                for (int i = 0; i < count; i++) {
                    if (i > 0 && random.nextInt(10) == 0) {
                        afterGap.add(seats.size());
                        place++;
                    }
                    if (random.nextInt(15) == 0) {
                        accessible.add(seats.size());
                    }
                    if (random.nextInt(15) == 0) {
                        restricted.add(seats.size());
                    }
                    int number = falls ? 30 - step * place : 1 + step * place;
                    seats.add(
                            new SeatRow(
                                    floor,
                                    "S" + s,
                                    "row " + r,
                                    "" + number,
                                    random.nextInt(12) == 0 ? "S" : "R",
                                    ""));
                    place++;
                }
            }
        }
        SeatingPlan plan =
                SeatingPlanner.plan(seats, new Seating(afterGap, accessible, restricted, best));
        boolean[] available = new boolean[seats.size()];
        int sold = random.nextInt(10);
        for (int i = 0; i < available.length; i++) {
            available[i] = random.nextInt(10) >= sold;
        }
        return new RandomHall(plan, available);
    }

    private static BestSeats config(Random random, String floor, String section) {
        boolean ranged = random.nextBoolean();
        return new BestSeats(
                floor,
                section,
                null,
                1,
                10,
                CENTRES.get(random.nextInt(CENTRES.size())),
                random.nextBoolean() ? 4.5 : null,
                ranged ? 4 : null,
                ranged ? 6 : null);
    }
}
