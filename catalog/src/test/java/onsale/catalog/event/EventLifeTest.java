package onsale.catalog.event;

import static onsale.catalog.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import onsale.catalog.CatalogProblems;
import onsale.catalog.EventForms;
import onsale.catalog.World;
import onsale.catalog.schedule.Schedule;
import onsale.catalog.schedule.ScheduleStatus;
import onsale.catalog.schedule.ScheduleView;
import onsale.catalog.venue.HallView;
import onsale.contracts.InventoryComplete;
import onsale.contracts.ReservationConfirmed;
import onsale.contracts.ScheduleCancelled;
import onsale.contracts.SeatIds;
import onsale.contracts.Topic;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The life of an event: prepared, opened, ended, cancelled, deleted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventLifeTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
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
    void nothingOfAnEventIsToldOrSeenBeforeItIsOpen() {
        EventView event = world.anEvent(world.aSmallHall());
        Schedule first = world.aSchedule(event);
        Schedule second = world.aSchedule(event);

        assertThat(event.status()).isEqualTo(EventStatus.PREPARING);
        assertThat(world.eventStore.visible(event.id())).isEmpty();
        assertThat(world.scheduleStore.visible(first.id())).isEmpty();
        assertThat(world.layoutStore.visible(first.id())).isEmpty();
        assertThat(recorded(first)).isZero();

        EventView open = world.openEvent.run(event.id()).orProblem();

        assertThat(open.status()).isEqualTo(EventStatus.OPEN);
        assertThat(open.schedules()).hasSize(2);
        assertThat(world.eventStore.visible(event.id())).isPresent();
        assertThat(world.scheduleStore.visible(first.id())).isPresent();
        assertThat(world.layoutStore.visible(second.id())).isPresent();
        world.awaitHeard(InventoryComplete.class, first.id(), 1);
        world.awaitHeard(InventoryComplete.class, second.id(), 1);

        long before = recorded(first);
        world.openEvent.run(event.id()).orProblem();
        assertThat(recorded(first)).isEqualTo(before); // once is enough
    }

    @Test
    void anEventEndsAfterItsLastDay() {
        HallView hall = world.aSmallHall();
        LocalDate past = LocalDate.now(SEOUL).minusDays(40);
        EventView event =
                world.createEvent
                        .run(EventForms.withDates(World.event(hall.id()), past, past.plusDays(1)))
                        .orProblem();

        EventView opened = world.openEvent.run(event.id()).orProblem();

        assertThat(opened.status()).isEqualTo(EventStatus.ENDED);
        assertThat(world.eventStore.storeEnded()).isPositive();
        assertRefused(world.createSchedule.run(event.id(), World.upcoming()), CatalogProblems.OVER);
    }

    @Test
    void cancellingAnEventCancelsEverySchedule() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        Schedule first = world.aSchedule(event);
        Schedule second = world.createSchedule.run(event.id(), World.ongoing()).orProblem();
        world.cancelSchedule.run(event.id(), first.id(), "비").orProblem();

        EventView cancelled = world.cancelEvent.run(event.id(), "태풍").orProblem();
        world.cancelEvent.run(event.id(), "again").orProblem();

        assertThat(cancelled.status()).isEqualTo(EventStatus.CANCELLED);
        assertThat(cancelled.schedules())
                .extracting(ScheduleView::status)
                .containsOnly(ScheduleStatus.CANCELLED);
        world.awaitHeard(ScheduleCancelled.class, first.id(), 1);
        world.awaitHeard(ScheduleCancelled.class, second.id(), 1);
        assertThat(world.heard(ScheduleCancelled.class, first.id()))
                .extracting(ScheduleCancelled::reason)
                .containsExactly("비");
        assertThat(world.heard(ScheduleCancelled.class, second.id()))
                .extracting(ScheduleCancelled::reason)
                .containsExactly("태풍");
        assertThat(world.scheduleStore.storeStates()).isZero();
        assertThat(stored(second)).isEqualTo("CANCELLED");
        assertRefused(
                world.updateSchedule.run(event.id(), first.id(), World.upcoming()),
                CatalogProblems.OVER);
        assertRefused(world.createSchedule.run(event.id(), World.upcoming()), CatalogProblems.OVER);
        assertThat(world.eventStore.visible(event.id())).isPresent(); // fans are told
    }

    @Test
    void noScheduleSurvivesACancellationThatComesMeanwhile() throws Exception {
        EventView event = world.anOpenEvent(world.aSmallHall());
        List<Future<?>> work = new ArrayList<>();
        try (ExecutorService organisers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 30; i++) {
                int turn = i;
                work.add(
                        organisers.submit(() ->
                                turn == 15
                                        ? world.cancelEvent.run(event.id(), "태풍")
                                        : world.createSchedule.run(event.id(), World.upcoming())));
            }
            for (Future<?> each : work) {
                each.get();
            }
        }

        List<Schedule> left = world.scheduleStore.ofEvent(event.id());
        assertThat(left).extracting(Schedule::status).containsOnly(ScheduleStatus.CANCELLED);
        assertThat(left)
                .extracting(Schedule::playSequence)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, left.size()).boxed().toList());
        for (Schedule schedule : left) {
            world.awaitHeard(ScheduleCancelled.class, schedule.id(), 1);
        }
    }

    @Test
    void deletingIsForWhatWasNeverOnSale() {
        EventView event = world.anOpenEvent(world.aSmallHall());
        Schedule schedule = world.aSchedule(event);

        world.deleteSchedule.run(event.id(), schedule.id()).orProblem();

        assertThat(world.scheduleStore.visible(schedule.id())).isEmpty();
        world.awaitHeard(ScheduleCancelled.class, schedule.id(), 1); // others knew of it
        assertRefused(
                world.deleteSchedule.run(event.id(), schedule.id()), CatalogProblems.NO_SCHEDULE);
        world.deleteEvent.run(event.id()).orProblem();
        assertThat(world.eventStore.find(event.id())).isEmpty();
        assertRefused(world.openEvent.run(event.id()), CatalogProblems.NO_EVENT);
    }

    @Test
    void whatHasBeenSoldIsNotDeleted() {
        EventView event = world.anEvent(world.aSmallHall());
        Schedule schedule = world.aSchedule(event);
        UUID seat = SeatIds.of(schedule.id()).seat(3);
        world.publish(
                Topic.RESERVATION_EVENTS,
                "r",
                new ReservationConfirmed(
                        UUID.randomUUID(),
                        "B-20261101-000001",
                        UUID.randomUUID(),
                        schedule.id(),
                        List.of(seat),
                        1,
                        UUID.randomUUID(),
                        world.database.now(),
                        null,
                        null,
                        null,
                        null,
                        List.of()));
        Wait.until("it is sold", World.SOON, () -> world.seatSaleStore.hasSales(schedule.id()));

        assertRefused(world.deleteEvent.run(event.id()), CatalogProblems.SALE_STARTED);
    }

    private String stored(Schedule schedule) {
        return world.database
                .sql()
                .sql("select status from event_schedules where id = ?")
                .param(schedule.id())
                .query(String.class)
                .single();
    }

    private long recorded(Schedule schedule) {
        return world.database
                .sql()
                .sql("select count(*) from common.outbox_events where message_key = ?")
                .param(schedule.id().toString())
                .query(Long.class)
                .single();
    }
}
