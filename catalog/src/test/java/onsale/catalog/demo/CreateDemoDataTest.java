package onsale.catalog.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.catalog.World;
import onsale.catalog.event.EventStatus;
import onsale.catalog.search.EventSummary;
import onsale.catalog.search.Searches;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CreateDemoDataTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private World here;
    private World there;

    @BeforeAll
    void start() {
        here = new World(stores);
        there = new World(stores);
    }

    @AfterAll
    void stop() {
        here.close();
        there.close();
    }

    @Test
    void twoNodesCreateItOnceAndADeathHalfWayLeavesNothing() throws Exception {
        assertThatThrownBy(() ->
                        here.database.inTransaction(() -> {
                            assertThat(demo(here).createOnce()).isTrue();
                            throw new IllegalStateException("killed before the commit");
                        }))
                .hasMessageContaining("killed");
        assertThat(count("venues")).isZero();
        assertThat(count("seats")).isZero();

        long start = System.nanoTime();
        try (ExecutorService nodes = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> one = nodes.submit(() -> demo(here).createOnce());
            Future<Boolean> two = nodes.submit(() -> demo(there).createOnce());
            assertThat(List.of(one.get(), two.get())).containsExactlyInAnyOrder(true, false);
        }
        System.out.printf(
                "demo data made in %d ms%n",
                Duration.ofNanos(System.nanoTime() - start).toMillis());

        assertThat(count("venues")).isEqualTo(6);
        assertThat(count("events")).isEqualTo(7);
        assertThat(count("seats"))
                .isEqualTo(5 * 1_210 + 15_000 + 50_000 + 24 + 3 * 285 + 2 * (48 + 120));
        assertThat(
                        here.database
                                .sql()
                                .sql("select distinct status from event_schedules")
                                .query(String.class)
                                .list())
                .containsExactlyInAnyOrder("UPCOMING", "ONGOING", "ENDED");
        assertThat(demo(here).createOnce()).isFalse();
        everyShowHasAPosterThatIsThere();
        fansSeeSalesInEveryState();
    }

    private void everyShowHasAPosterThatIsThere() {
        List<String> posters =
                here.database.sql().sql("select poster_url from events").query(String.class).list();

        assertThat(posters).doesNotHaveDuplicates();
        for (String poster : posters) {
            assertThat(CreateDemoDataTest.class.getResource("/onsale/public" + poster))
                    .as(poster)
                    .isNotNull();
        }
    }

    private void fansSeeSalesInEveryState() {
        assertThat(Searches.all(here.eventListStore))
                .hasSize(7)
                .extracting(EventSummary::status)
                .contains(EventStatus.OPEN, EventStatus.ENDED);
        assertThat(
                        here.database
                                .sql()
                                .sql(
                                        """
                                        select count(*) from event_schedules
                                        where sale_start_at between now() and now() + interval '2 min'
                                        """)
                                .query(Integer.class)
                                .single())
                .as("opens while one looks on")
                .isEqualTo(1);
        for (boolean queued : List.of(true, false)) {
            assertThat(
                            here.database
                                    .sql()
                                    .sql(
                                            """
                                            select count(distinct event_id) from event_schedules
                                            where status = 'ONGOING' and queued = ?
                                            """)
                                    .param(queued)
                                    .query(Integer.class)
                                    .single())
                    .isGreaterThan(1);
        }
    }

    private static CreateDemoData demo(World world) {
        return new CreateDemoData(
                world.database,
                world.venues,
                world.createHall,
                world.createEvent,
                world.openEvent,
                world.createSchedule,
                World.CALENDAR);
    }

    private long count(String table) {
        return here.database.sql().sql("select count(*) from " + table).query(Long.class).single();
    }
}
