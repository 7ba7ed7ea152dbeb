package onsale.catalog.publishing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.catalog.World;
import onsale.catalog.event.EventView;
import onsale.catalog.publishing.ConsumerStore.Consumer;
import onsale.catalog.schedule.Schedule;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SchedulePublished;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A schedule is told until those who must know it say that they do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TellSchedulesAgainTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private World world;
    private EventView event;
    private Schedule schedule;

    @BeforeAll
    void start() {
        world = new World(stores);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @BeforeEach
    void aFreshSchedule() {
        event = world.anOpenEvent(world.aSmallHall());
        schedule = world.aSchedule(event);
    }

    @Test
    void whatNobodyHasHeardIsToldAgainAsItWas() {
        tellAgain();

        world.awaitHeard(InventoryComplete.class, schedule.id(), 2);
        assertThat(world.heard(SchedulePublished.class, schedule.id())).hasSize(2);
        assertThat(world.heard(SchedulePublished.class, schedule.id()).stream().distinct().toList())
                .hasSize(1);
        assertThat(world.heard(InventoryChunk.class, schedule.id()).stream().distinct().toList())
                .hasSize(1);
        assertThat(world.heard(InventoryComplete.class, schedule.id()).stream().distinct().toList())
                .hasSize(1);
    }

    @Test
    void whatWasHeardIsToldNoMore() {
        heard(Consumer.RESERVATION, 1, 1, false);
        heard(Consumer.QUEUE, 1, 1, false);

        tellAgain();

        assertThat(told())
                .containsExactly("SchedulePublished", "InventoryChunk", "InventoryComplete");
    }

    @Test
    void onlyWhatIsMissingIsToldAgain() {
        heard(Consumer.RESERVATION, 1, 1, false);
        heard(Consumer.QUEUE, 1, 0, false); // needs to know how many seats there are, not which

        tellAgain();

        assertThat(told())
                .containsExactly(
                        "SchedulePublished",
                        "InventoryChunk",
                        "InventoryComplete",
                        "InventoryComplete");
    }

    @Test
    void anAnswerToAnEarlierVersionIsNoAnswerToThisOne() {
        world.updateSchedule.run(event.id(), schedule.id(), World.upcoming()).orProblem();
        for (Consumer consumer : Consumer.values()) {
            heard(consumer, 2, 1, false);
            heard(consumer, 1, 1, false); // late
        }
        tellAgain();
        assertThat(told()).endsWith("InventoryComplete", "SchedulePublished");

        world.updateSchedule.run(event.id(), schedule.id(), World.upcoming()).orProblem();
        heard(Consumer.QUEUE, 2, 1, false);
        tellAgain();

        assertThat(told())
                .endsWith(
                        "InventoryComplete",
                        "SchedulePublished",
                        "SchedulePublished",
                        "SchedulePublished");
    }

    @Test
    void aCancellationIsToldUntilBothKnowItAlsoOfADeletedSchedule() {
        world.deleteSchedule.run(event.id(), schedule.id()).orProblem();
        heard(Consumer.QUEUE, 0, 0, true);
        tellAgain();
        world.awaitHeard(ScheduleCancelled.class, schedule.id(), 2);
        heard(Consumer.RESERVATION, 0, 0, true);
        tellAgain();

        assertThat(told()).endsWith("ScheduleCancelled", "ScheduleCancelled").hasSize(5);
        assertThat(world.heard(ScheduleCancelled.class, schedule.id()).stream().distinct().toList())
                .hasSize(1);
    }

    @Test
    void itIsToldLessAndLessOften() {
        List<Long> pauses = new ArrayList<>(List.of(pause()));
        for (int i = 0; i < 6; i++) {
            tellAgain();
            pauses.add(pause());
        }

        List<Long> expected = List.of(30L, 60L, 120L, 240L, 480L, 600L, 600L);
        for (int i = 0; i < pauses.size(); i++) { // a little of each may be over
            assertThat(pauses.get(i)).isBetween(expected.get(i) - 10, expected.get(i));
        }
    }

    /** The canary: nobody tells it again, and a message that was lost is lost for good. */
    @Test
    void toldOnceALostScheduleNeverGoesOnSale() {
        world.database
                .sql()
                .sql(
                        "update schedule_consumers set tell_again_at = 'infinity' where event_schedule_id = ?")
                .param(schedule.id())
                .update();

        world.tellSchedulesAgain.tellDue(() -> true);

        assertThat(told()).hasSize(3);
        assertThat(missing()).isEqualTo(2);
    }

    private void heard(Consumer consumer, int version, int inventoryVersion, boolean cancelled) {
        world.consumers.confirmed(schedule.id(), consumer, version, inventoryVersion, cancelled);
    }

    private void tellAgain() {
        world.database
                .sql()
                .sql(
                        "update schedule_consumers set tell_again_at = now() where event_schedule_id = ?")
                .param(schedule.id())
                .update();
        world.tellSchedulesAgain.tellDue(() -> true);
    }

    private long pause() {
        return world.database
                .sql()
                .sql(
                        """
                        select max(round(extract(epoch from tell_again_at - now())))
                        from schedule_consumers where event_schedule_id = ?
                        """)
                .param(schedule.id())
                .query(Long.class)
                .single();
    }

    private long missing() {
        return world.database
                .sql()
                .sql(
                        "select count(*) from schedule_consumers where event_schedule_id = ? and missing")
                .param(schedule.id())
                .query(Long.class)
                .single();
    }

    private List<String> told() {
        UUID id = schedule.id();
        return world.database
                .sql()
                .sql(
                        """
                        select event_type from common.outbox_events
                        where message_key = ? and topic = 'catalog.events' order by seq
                        """)
                .param(id.toString())
                .query(String.class)
                .list();
    }
}
