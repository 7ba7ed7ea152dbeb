package onsale.catalog.layout;

import java.util.ArrayList;
import java.util.List;
import onsale.catalog.layout.HallLayout.Row;
import onsale.catalog.layout.HallLayout.Seat;
import onsale.catalog.layout.HallLayout.SeatNumber;
import onsale.catalog.layout.HallLayout.Section;
import onsale.catalog.layout.HallLayout.Zone;
import org.jspecify.annotations.Nullable;

/** Large halls for tests. */
public final class LargeHalls {

    private LargeHalls() {}

    /** 45,000 seats in 90 sections, 5,000 standing. */
    public static HallLayout stadium() {
        List<Section> sections = new ArrayList<>();
        for (int s = 1; s <= 90; s++) {
            List<Row> rows = new ArrayList<>();
            for (int r = 1; r <= 25; r++) {
                rows.add(row(r, s <= 30 ? "VIP" : s <= 60 ? "R" : "S", 20, null));
            }
            sections.add(
                    new Section(1 + s % 3 + "층", "구역 " + s, null, s * 10.0, s % 7 * 3.5, rows));
        }
        return new HallLayout(
                null,
                null,
                null,
                sections,
                List.of(new Zone("그라운드", "ST-A", "ST", 5_000, 0.0, 0.0)),
                null);
    }

    /** The same number of seats, each named and drawn by itself on a curve. */
    public static HallLayout curvedStadium() {
        List<Section> sections = new ArrayList<>();
        for (int s = 0; s < 100; s++) {
            List<Row> rows = new ArrayList<>();
            for (int r = 0; r < 25; r++) {
                List<Seat> seats = new ArrayList<>();
                for (int n = 0; n < 20; n++) {
                    double angle = (s * 20 + n) * Math.PI / 1_000;
                    double radius = 300 + r * 4.3;
                    seats.add(
                            new Seat(
                                    SeatNumber.of(s * 20 + n + 1),
                                    n < 10 ? "R" : "S",
                                    n == 0,
                                    r > 22,
                                    radius * Math.cos(angle),
                                    radius * Math.sin(angle)));
                }
                rows.add(row(r + 1, null, null, seats));
            }
            sections.add(new Section("1층", "S" + s, null, null, null, rows));
        }
        return new HallLayout(null, null, null, sections, null, null);
    }

    private static Row row(
            int name,
            @Nullable String grade,
            @Nullable Integer length,
            @Nullable List<@Nullable Seat> seats) {
        return new Row("" + name, grade, length, null, null, null, null, null, null, null, seats);
    }
}
