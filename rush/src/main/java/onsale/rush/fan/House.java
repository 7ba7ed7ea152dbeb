package onsale.rush.fan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The seats in blocks of neighbours, the most wanted first: expensive before cheap, front before
 * back, the middle of a row before its ends.
 */
public final class House {

    static final int SEATS_MAX = 4;
    private static final double CROWDING = 25;

    private final String seatIdBase;
    private final int count;

    /** The first ordinals of all blocks, the best first, by the number of seats in a block. */
    private final Map<Integer, int[]> blocks = new HashMap<>();

    private record Block(int first, double score) {}

    private House(String seatIdBase, int count) {
        this.seatIdBase = seatIdBase;
        this.count = count;
    }

    public static House of(JsonNode layout, Map<String, Long> priceByGrade) {
        House house = new House(layout.path("seatIdBase").asString(), layout.path("count").asInt());
        List<String> grades = new ArrayList<>();
        layout.path("grades").forEach(grade -> grades.add(grade.asString()));
        double dearest = priceByGrade.values().stream().mapToLong(Long::longValue).max().orElse(1);
        for (int wanted = 1; wanted <= SEATS_MAX; wanted++) {
            List<Block> all = new ArrayList<>();
            for (JsonNode section : layout.path("sections")) {
                int behind = 0;
                for (JsonNode row : section.path("rows")) {
                    int seats = row.path("count").asInt();
                    int grade = row.path("grade").asInt(row.path("gradeRuns").path(0).asInt(0));
                    double price = priceByGrade.getOrDefault(grades.get(grade), 0L) / dearest;
                    for (int i = 0; i + wanted <= seats; i++) {
                        double fromMiddle = Math.abs(i + wanted / 2.0 - seats / 2.0) / seats;
                        all.add(
                                new Block(
                                        row.path("first").asInt() + i,
                                        price - 0.01 * behind - 0.2 * fromMiddle));
                    }
                    behind++;
                }
            }
            all.sort(Comparator.comparingDouble(Block::score).reversed());
            house.blocks.put(wanted, all.stream().mapToInt(Block::first).toArray());
        }
        return house;
    }

    /**
     * Chooses free neighbouring seats: fewer if there are not enough together, none if none is
     * free.
     *
     * @param popular whether the fan wants the best seats, as most do
     */
    int[] choose(SeatMap map, int wanted, boolean popular, RandomGenerator random) {
        for (int seats = wanted; seats > 0; seats--) {
            int[] all = blocks.getOrDefault(seats, new int[0]);
            int skip =
                    popular
                            ? (int) (-Math.log(1 - random.nextDouble()) * CROWDING)
                            : random.nextInt(Math.max(1, all.length));
            int last = -1;
            for (int first : all) {
                if (map.isFree(first, seats)) {
                    last = first;
                    if (skip-- <= 0) {
                        break;
                    }
                }
            }
            if (last >= 0) {
                return IntStream.range(last, last + seats).toArray();
            }
        }
        return new int[0];
    }

    /** The number of seats. */
    public int count() {
        return count;
    }

    public String seatIds(int[] ordinals) {
        StringBuilder ids = new StringBuilder();
        for (int ordinal : ordinals) {
            ids.append(ids.isEmpty() ? "\"" : ",\"")
                    .append(seatIdBase)
                    .append("%08x".formatted(ordinal))
                    .append('"');
        }
        return ids.toString();
    }
}
