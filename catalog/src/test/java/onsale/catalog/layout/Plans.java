package onsale.catalog.layout;

import static org.assertj.core.api.Assertions.assertThat;

import onsale.catalog.layout.LayoutReader.Reading;

/** Seat plans for tests. */
public final class Plans {

    private Plans() {}

    /** The plan of a valid layout. */
    public static SeatPlan of(HallLayout layout) {
        Reading reading = LayoutReader.read(layout, "layout");
        assertThat(reading).isInstanceOf(Reading.Planned.class);
        return ((Reading.Planned) reading).plan();
    }
}
