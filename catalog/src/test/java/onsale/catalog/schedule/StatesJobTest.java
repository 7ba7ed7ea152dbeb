package onsale.catalog.schedule;

import java.time.Duration;
import onsale.catalog.CatalogSettings;
import onsale.catalog.World;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StatesJobTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    @Test
    void storedStatesFollowTheClock() {
        try (World world =
                new World(
                        stores,
                        new CatalogSettings(
                                Duration.ofMillis(100),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(10)))) {
            Schedule schedule =
                    world.createSchedule
                            .run(
                                    world.anOpenEvent(world.aSmallHall()).id(),
                                    World.sale(Duration.ofSeconds(1), Duration.ofSeconds(7)))
                            .orProblem();

            for (String state : new String[] {"ONGOING", "ENDED"}) {
                Wait.until(
                        "it is stored as " + state,
                        World.SOON,
                        () ->
                                world.database
                                        .sql()
                                        .sql("select status from event_schedules where id = ?")
                                        .param(schedule.id())
                                        .query(String.class)
                                        .single()
                                        .equals(state));
            }
        }
    }
}
