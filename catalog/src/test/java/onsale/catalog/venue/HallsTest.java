package onsale.catalog.venue;

import static onsale.catalog.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import onsale.catalog.CatalogProblems;
import onsale.catalog.World;
import onsale.catalog.event.EventView;
import onsale.catalog.layout.HallLayout;
import onsale.catalog.layout.PackedLayout;
import onsale.catalog.schedule.Schedule;
import onsale.platform.problem.FieldProblem;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Halls and the schedules in them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HallsTest {

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
    void twoHallsOfAVenueCannotHaveOneName() {
        UUID venue = world.venues.create(new VenueForm("V", "a", "c", "t")).id();
        HallLayout layout =
                HallLayout.parse(
                        "{\"rows\":[\"A\"],\"seatsPerRow\":1,\"gradeMapping\":{\"A\":\"R\"}}");
        world.createHall.run(venue, new HallForm("same", layout)).orProblem();
        HallView other = world.createHall.run(venue, new HallForm("other", layout)).orProblem();

        assertRefused(
                world.createHall.run(venue, new HallForm("same", layout)),
                CatalogProblems.NAME_TAKEN);
        assertRefused(
                world.updateHall.run(venue, other.id(), new HallForm("same", layout)),
                CatalogProblems.NAME_TAKEN);
    }

    @Test
    void aChangedHallDoesNotChangeExistingSchedules() {
        HallView hall = world.aSmallHall();
        EventView event = world.anOpenEvent(hall);
        Schedule before = world.aSchedule(event);
        PackedLayout layout = world.layoutStore.visible(before.id()).orElseThrow();

        world.updateHall
                .run(
                        hall.venueId(),
                        hall.id(),
                        new HallForm(
                                hall.name(),
                                HallLayout.parse(
                                        "{\"rows\":[\"A\"],\"seatsPerRow\":3,\"gradeMapping\":{\"A\":\"R\"}}")))
                .orProblem();

        assertThat(world.scheduleStore.visible(before.id()).orElseThrow().totalSeats())
                .isEqualTo(37);
        assertThat(world.layoutStore.visible(before.id()).orElseThrow().hash())
                .isEqualTo(layout.hash());
        assertThat(world.aSchedule(event).totalSeats()).isEqualTo(3);
    }

    @Test
    void aVenueOrHallInUseIsNotDeleted() {
        HallView hall = world.aSmallHall();
        EventView event = world.anEvent(hall);

        assertRefused(world.venues.delete(hall.venueId()), CatalogProblems.IN_USE);
        assertRefused(world.deleteHall.run(hall.venueId(), hall.id()), CatalogProblems.IN_USE);

        world.deleteEvent.run(event.id()).orProblem();
        world.deleteHall.run(hall.venueId(), hall.id()).orProblem();
        world.venues.delete(hall.venueId()).orProblem();
        assertThat(world.venueStore.find(hall.venueId())).isEmpty();
        assertRefused(
                world.createEvent.run(World.event(hall.id())),
                CatalogProblems.INVALID,
                new FieldProblem("hallId", "is no hall"));
    }
}
