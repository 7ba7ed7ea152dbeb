package onsale.catalog.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import onsale.catalog.EventForms;
import onsale.catalog.World;
import onsale.catalog.event.EventForm;
import onsale.catalog.event.EventView;
import onsale.catalog.layout.LargeHalls;
import onsale.catalog.layout.PackedLayout;
import onsale.catalog.venue.HallView;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
import onsale.platform.problem.FieldProblem;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** From a hall to seats and to what the other contexts are told. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchedulesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private World world;

    @BeforeAll
    void start() {
        world = new World(stores);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    @Test
    void aScheduleOfAnOpenEventIsToldWithAllItsSeats() {
        EventView event = world.anOpenEvent(world.aSmallHall());

        Schedule schedule = world.aSchedule(event);

        assertThat(schedule.totalSeats()).isEqualTo(37);
        assertThat(schedule.availableSeats()).isEqualTo(37);
        assertThat(schedule.playSequence()).isEqualTo(1);
        world.awaitHeard(InventoryComplete.class, schedule.id(), 1);
        assertThat(world.heard(SchedulePublished.class, schedule.id()))
                .singleElement()
                .satisfies(told -> {
                    assertThat(told.title()).isEqualTo(event.title());
                    assertThat(told.hall()).isEqualTo(event.hall());
                    assertThat(told.startsAt()).isEqualTo(schedule.startsAt());
                    assertThat(told.endsAt()).isEqualTo(schedule.endsAt());
                    assertThat(told.holdSeconds()).isEqualTo(300);
                    assertThat(told.seatsPerPersonMax()).isEqualTo(4);
                    assertThat(told.queued()).isTrue();
                    assertThat(told.grades()).contains(new SchedulePublished.Grade("VIP", 170_000));
                });
        List<InventoryChunk.Seat> seats = seats(schedule, 1);
        assertThat(seats.getFirst())
                .isEqualTo(new InventoryChunk.Seat(0, "OP", "1층", "B", "OP", "1", ""));
        assertThat(seats.get(12))
                .isEqualTo(new InventoryChunk.Seat(12, "VIP", "1층", "B", "1", "13", ""));
        assertThat(seats.getLast())
                .isEqualTo(new InventoryChunk.Seat(36, "ST", "1층", "", "", "5", "서서"));
    }

    @Test
    void aShowEndsWhenItsOrganiserSaysOrThreeHoursAfterItsStart() {
        EventView event = world.anEvent(world.aSmallHall());
        ScheduleForm form = World.upcoming();
        Schedule schedule = world.createSchedule.run(event.id(), form).orProblem();
        assertThat(schedule.endsAt()).isEqualTo(schedule.startsAt().plus(Duration.ofHours(3)));

        Schedule changed =
                world.updateSchedule
                        .run(event.id(), schedule.id(), ending(form, form.startsAt().plusHours(2)))
                        .orProblem();
        assertThat(changed.endsAt()).isEqualTo(schedule.startsAt().plus(Duration.ofHours(2)));

        for (OffsetDateTime wrong :
                List.of(
                        form.startsAt(),
                        form.startsAt().minusHours(1),
                        form.startsAt().plusDays(32),
                        form.startsAt().plusYears(1_000))) {
            var outcome = world.updateSchedule.run(event.id(), schedule.id(), ending(form, wrong));
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            UpdateSchedule.Outcome.Invalid.class,
                            invalid ->
                                    assertThat(invalid.errors())
                                            .extracting(FieldProblem::field)
                                            .contains("endsAt"));
        }
    }

    private static ScheduleForm ending(ScheduleForm form, OffsetDateTime at) {
        return new ScheduleForm(
                form.startsAt(), form.saleOpensAt(), form.saleClosesAt(), 1, null, null, at, null);
    }

    @Test
    void aShowThatNeedsThePitSellsNoSeatsThere() {
        HallView hall = world.aSmallHall();
        EventForm form = World.event(hall.id());
        EventView event = world.createEvent.run(EventForms.withoutPit(form)).orProblem();

        Schedule schedule = world.aSchedule(event);

        assertThat(schedule.totalSeats()).isEqualTo(25);
        assertThat(world.seatStore.inventory(schedule.id()))
                .noneMatch(seat -> seat.row().equals("OP"));
    }

    @Test
    void fiftyThousandSeatsAreMadeInSecondsAndToldCompletely() {
        EventView event = world.anOpenEvent(world.aHall(LargeHalls.stadium()));
        long start = System.nanoTime();

        Schedule schedule = world.aSchedule(event);

        Duration took = Duration.ofNanos(System.nanoTime() - start);
        System.out.printf("50,000 seats made in %d ms%n", took.toMillis());
        assertThat(schedule.totalSeats()).isEqualTo(50_000);
        // It takes one or two; other tests have their part of the machine.
        assertThat(took).isLessThan(Duration.ofSeconds(10));

        world.awaitHeard(InventoryComplete.class, schedule.id(), 1);
        System.out.printf(
                "told on Kafka after %d ms%n",
                Duration.ofNanos(System.nanoTime() - start).toMillis());
        InventoryComplete complete = world.heard(InventoryComplete.class, schedule.id()).getFirst();
        List<InventoryChunk.Seat> seats = seats(schedule, 1);
        assertThat(complete.count()).isEqualTo(50_000).isEqualTo(seats.size());
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        seats.forEach(hash::add);
        assertThat(hash.hex()).isEqualTo(complete.hash());
        assertThat(seats.stream().map(InventoryChunk.Seat::ordinal))
                .containsExactlyElementsOf(IntStream.range(0, 50_000).boxed().toList());

        PackedLayout layout = world.layoutStore.visible(schedule.id()).orElseThrow();
        System.out.printf(
                "layout %,d bytes, packed %,d%n", layout.plain().length, layout.jsonGzip().length);
        assertThat(layout.jsonGzip()).hasSizeLessThan(300_000);

        start = System.nanoTime();
        world.aSchedule(event);
        System.out.printf(
                "50,000 seats made again in %d ms%n",
                Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private List<InventoryChunk.Seat> seats(Schedule schedule, int version) {
        List<InventoryChunk.Seat> seats = new ArrayList<>();
        world.heard(InventoryChunk.class, schedule.id()).stream()
                .filter(chunk -> chunk.inventoryVersion() == version)
                .sorted(Comparator.comparingInt(InventoryChunk::chunk))
                .forEach(chunk -> seats.addAll(chunk.seats()));
        return seats;
    }
}
