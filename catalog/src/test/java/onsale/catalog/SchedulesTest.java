package onsale.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import onsale.catalog.Views.EventView;
import onsale.catalog.Views.ScheduleView;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.contracts.SchedulePublished;
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
    void aScheduleOfAnOpenEventIsToldWithAllItsPlaces() {
        EventView event = world.anOpenEvent(world.aSmallHall());

        ScheduleView schedule = world.aSchedule(event);

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
                    assertThat(told.holdSeconds()).isEqualTo(300);
                    assertThat(told.seatsPerPersonMax()).isEqualTo(4);
                    assertThat(told.queued()).isTrue();
                    assertThat(told.grades()).contains(new SchedulePublished.Grade("VIP", 170_000));
                });
        List<InventoryChunk.Place> places = places(schedule, 1);
        assertThat(places.getFirst())
                .isEqualTo(new InventoryChunk.Place(0, "OP", "1층", "B", "OP", "1", ""));
        assertThat(places.get(12))
                .isEqualTo(new InventoryChunk.Place(12, "VIP", "1층", "B", "1", "13", ""));
        assertThat(places.getLast())
                .isEqualTo(new InventoryChunk.Place(36, "ST", "1층", "", "", "5", "서서"));
    }

    @Test
    void fiftyThousandSeatsAreMadeInSecondsAndToldCompletely() {
        EventView event = world.anOpenEvent(world.aHall(Halls.stadium()));
        long start = System.nanoTime();

        ScheduleView schedule = world.aSchedule(event);

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
        List<InventoryChunk.Place> places = places(schedule, 1);
        assertThat(complete.count()).isEqualTo(50_000).isEqualTo(places.size());
        InventoryComplete.Hash hash = new InventoryComplete.Hash();
        places.forEach(hash::add);
        assertThat(hash.hex()).isEqualTo(complete.hash());
        assertThat(places.stream().map(InventoryChunk.Place::ordinal))
                .containsExactlyElementsOf(IntStream.range(0, 50_000).boxed().toList());

        LayoutDocument.Packed layout =
                world.scheduleStore.visibleLayout(schedule.id()).orElseThrow();
        System.out.printf(
                "layout %,d bytes, packed %,d%n", layout.plain().length, layout.jsonGzip().length);
        assertThat(layout.jsonGzip()).hasSizeLessThan(300_000);

        start = System.nanoTime();
        world.aSchedule(event);
        System.out.printf(
                "50,000 seats made again in %d ms%n",
                Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private List<InventoryChunk.Place> places(ScheduleView schedule, int version) {
        List<InventoryChunk.Place> places = new ArrayList<>();
        world.heard(InventoryChunk.class, schedule.id()).stream()
                .filter(chunk -> chunk.inventoryVersion() == version)
                .sorted(Comparator.comparingInt(InventoryChunk::chunk))
                .forEach(chunk -> places.addAll(chunk.places()));
        return places;
    }
}
