package onsale.catalog.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import onsale.catalog.World;
import onsale.catalog.event.EventView;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Seats that are published once more. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RenewInventoryTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private World world;

    @BeforeAll
    void start() {
        // a node whose clock is ten years ahead: rules about time must not notice
        world =
                new World(
                        stores,
                        World.SETTINGS,
                        Clock.offset(Clock.systemUTC(), Duration.ofDays(3_650)));
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @Test
    void seatsToldAgainHaveTheNextVersion() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        Schedule schedule = world.aSchedule(event);

        world.renewInventory.run(event.id(), schedule.id()).orProblem();

        world.awaitHeard(InventoryComplete.class, schedule.id(), 2);
        List<InventoryComplete> told = world.heard(InventoryComplete.class, schedule.id());
        assertThat(told.stream().map(InventoryComplete::inventoryVersion)).containsExactly(1, 2);
        assertThat(told.get(0).hash()).isEqualTo(told.get(1).hash());
        assertThat(world.heard(InventoryChunk.class, schedule.id()))
                .extracting(InventoryChunk::inventoryVersion)
                .containsExactly(1, 2);
    }
}
