package onsale.catalog.publishing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.catalog.layout.HallLayout.Range;
import onsale.catalog.layout.HallLayout.SectionConfig;
import onsale.catalog.layout.LayoutDocument;
import onsale.catalog.layout.LayoutDocument.LayoutRow;
import onsale.catalog.layout.LayoutDocument.LayoutSection;
import onsale.contracts.InventoryComplete.BestSeats;
import onsale.contracts.InventoryComplete.Seating;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SeatingOfTest {

    @Test
    void gapsAndPlacesAreToldByOrdinal() {
        Seating seating =
                SeatingOf.layout(
                        layout(
                                Map.of(),
                                row(0, 4, 1, List.of(3, 4), List.of(0), null),
                                row(4, 3, -2, List.of(11), null, List.of(2))));

        // 1 2 _ _ 5 6, and counting down from 11: a gap before the first seat parts nobody.
        assertThat(seating.afterGap()).containsExactly(2);
        assertThat(seating.accessible()).containsExactly(0);
        assertThat(seating.viewRestricted()).containsExactly(6);
    }

    @Test
    void specialRowsHaveTheirOwnBestSeats() {
        SectionConfig special = new SectionConfig(1, 12, "high", null, null, null);
        SectionConfig config =
                new SectionConfig(13, 26, "middle", 19.5, new Range(18, 21), Map.of("OP", special));

        Seating seating =
                SeatingOf.layout(
                        layout(Map.of("1F", Map.of("B", config)), row(0, 2, 1, null, null, null)));

        assertThat(seating.best())
                .containsExactly(
                        new BestSeats("1F", "B", null, 13, 26, "middle", 19.5, 18, 21),
                        new BestSeats("1F", "B", "OP", 1, 12, "high", null, null, null));
    }

    private static LayoutDocument layout(
            Map<String, Map<String, SectionConfig>> config, LayoutRow... rows) {
        return new LayoutDocument(
                new UUID(0, 1),
                "",
                9,
                List.of("R"),
                List.of(new LayoutSection("1F", "B", null, null, null, List.of(rows))),
                List.of(),
                config);
    }

    private static LayoutRow row(
            int first,
            int count,
            int step,
            @Nullable List<Integer> skip,
            @Nullable List<Integer> accessible,
            @Nullable List<Integer> restricted) {
        return new LayoutRow(
                "1",
                first,
                count,
                step < 0 ? 11 : 1,
                step,
                skip,
                null,
                0,
                null,
                accessible,
                restricted,
                null,
                null,
                null,
                null);
    }
}
