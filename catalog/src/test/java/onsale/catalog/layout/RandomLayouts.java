package onsale.catalog.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import onsale.catalog.layout.HallLayout.Row;
import onsale.catalog.layout.HallLayout.Seat;
import onsale.catalog.layout.HallLayout.SeatNumber;
import onsale.catalog.layout.HallLayout.Section;
import onsale.catalog.layout.HallLayout.Zone;
import org.jspecify.annotations.Nullable;

/** Valid layouts of every kind. */
final class RandomLayouts {

    private RandomLayouts() {}

    static HallLayout next(Random random) {
        List<Section> sections = new ArrayList<>();
        for (int s = random.nextInt(4); s > 0; s--) {
            List<Row> rows = new ArrayList<>();
            for (int r = 1 + random.nextInt(6); r > 0; r--) {
                rows.add(row(random, r));
            }
            sections.add(new Section(s % 2 + "층", "S" + s, "R", null, null, rows));
        }
        List<Zone> zones = new ArrayList<>();
        for (int z = random.nextInt(3) + (sections.isEmpty() ? 1 : 0); z > 0; z--) {
            zones.add(new Zone("G", "Z" + z, "ST", 1 + random.nextInt(50), null, null));
        }
        return new HallLayout(null, null, null, sections, zones, null);
    }

    private static Row row(Random random, int name) {
        int length = 1 + random.nextInt(30);
        @Nullable String grade = random.nextBoolean() ? "VIP" : null;
        if (random.nextInt(3) == 0) {
            List<Seat> seats = new ArrayList<>();
            for (int n = 0; n < length; n++) {
                seats.add(
                        new Seat(
                                new SeatNumber(random.nextBoolean() ? "" + n : n + "가"),
                                random.nextBoolean() ? "S" : null,
                                random.nextBoolean(),
                                random.nextBoolean(),
                                random.nextDouble(),
                                null));
            }
            return new Row("" + name, grade, null, null, null, null, null, null, null, null, seats);
        }
        int step = random.nextBoolean() ? 1 + random.nextInt(3) : -1 - random.nextInt(3);
        int first = 1 + random.nextInt(50) + (step < 0 ? -step * length : 0);
        List<Integer> gaps = new ArrayList<>();
        List<Integer> accessible = new ArrayList<>();
        for (int i = 1; i < length; i++) {
            int number = first + i * step;
            switch (random.nextInt(6)) {
                case 0 -> gaps.add(number);
                case 1 -> accessible.add(number);
                default -> {
                    // an ordinary seat
                }
            }
        }
        return new Row(
                "" + name,
                grade,
                length,
                first,
                step,
                List.copyOf(gaps),
                List.copyOf(accessible),
                null,
                1.0 * name,
                2.25,
                null);
    }
}
