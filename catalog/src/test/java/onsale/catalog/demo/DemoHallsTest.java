package onsale.catalog.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import onsale.catalog.layout.PlannedSeat;
import onsale.catalog.layout.Plans;
import onsale.catalog.layout.SeatPlan;
import org.junit.jupiter.api.Test;

class DemoHallsTest {

    @Test
    void withoutThePitItsRowIsNotSold() {
        SeatPlan plan = Plans.of(DemoHalls.theatre());

        assertThat(plan.count()).isEqualTo(1_210);
        assertThat(plan.withoutPit().count()).isEqualTo(1_198);
        assertThat(plan.withoutPit().grades()).doesNotContain("OP");
    }

    @Test
    void theTheatreHasItsFloors() {
        Map<String, Long> floors =
                Plans.of(DemoHalls.theatre()).seats().stream()
                        .collect(Collectors.groupingBy(PlannedSeat::floor, Collectors.counting()));

        assertThat(floors).containsEntry("1층", 690L).containsEntry("2층", 520L);
        assertThat(Plans.of(DemoHalls.arena()).count()).isEqualTo(15_000);
        assertThat(Plans.of(DemoHalls.stadium()).count()).isEqualTo(50_000);
    }
}
