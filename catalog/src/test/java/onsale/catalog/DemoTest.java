package onsale.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemoTest {

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

        assertThat(count("venues")).isEqualTo(3);
        assertThat(count("events")).isEqualTo(3);
        assertThat(count("seats")).isEqualTo(4 * 1_210 + 15_000 + 50_000);
        assertThat(
                        here.database
                                .sql()
                                .sql("select distinct status from event_schedules")
                                .query(String.class)
                                .list())
                .containsExactlyInAnyOrder("UPCOMING", "ONGOING", "ENDED");
        assertThat(demo(here).createOnce()).isFalse();
    }

    private static Demo demo(World world) {
        return new Demo(
                world.database, world.venues, world.events, world.schedules, world.settings);
    }

    private long count(String table) {
        return here.database.sql().sql("select count(*) from " + table).query(Long.class).single();
    }
}
