package onsale.catalog.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import onsale.catalog.World;
import onsale.catalog.event.EventView;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The state of a schedule follows the clock of the database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScheduleStatesTest {

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
    void aSchedulesStateFollowsTheDatabasesClockEvenIfTheJobIsLate() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        Schedule schedule =
                world.createSchedule
                        .run(event.id(), World.sale(Duration.ofSeconds(3), Duration.ofSeconds(9)))
                        .orProblem();
        assertThat(schedule.status()).isEqualTo(ScheduleStatus.UPCOMING);

        awaitStatus(schedule, "ONGOING");
        assertThat(stored(schedule)).isEqualTo("UPCOMING"); // the job runs once an hour here
        world.scheduleStore.storeStates();
        assertThat(stored(schedule)).isEqualTo("ONGOING");

        awaitStatus(schedule, "ENDED");
        world.scheduleStore.storeStates();
        assertThat(stored(schedule)).isEqualTo("ENDED");
        assertThat(world.scheduleStore.storeStates()).isZero();
    }

    @Test
    void aScheduleCreatedLateIsOnSaleAtOnce() {
        EventView event = world.anOpenEvent(world.aSmallHall());

        Schedule open = world.createSchedule.run(event.id(), World.ongoing()).orProblem();
        Schedule over =
                world.createSchedule
                        .run(event.id(), World.sale(Duration.ofDays(-9), Duration.ofDays(-2)))
                        .orProblem();

        assertThat(List.of(stored(open), stored(over))).containsExactly("ONGOING", "ENDED");
    }

    private void awaitStatus(Schedule schedule, String status) {
        Wait.until(
                "the schedule is " + status,
                World.SOON,
                () ->
                        world.scheduleStore
                                .visible(schedule.id())
                                .orElseThrow()
                                .status()
                                .name()
                                .equals(status));
    }

    private String stored(Schedule schedule) {
        return world.database
                .sql()
                .sql("select status from event_schedules where id = ?")
                .param(schedule.id())
                .query(String.class)
                .single();
    }
}
