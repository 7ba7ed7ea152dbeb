package onsale.reservation.gate;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.job.Rounds;
import onsale.platform.redis.Incarnation.State;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Show;
import onsale.reservation.hold.HoldSeats.Outcome;
import onsale.reservation.inventory.ScheduleStore.OnSale;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** However many schedules are on sale at once, each has its gate. */
class ManySchedulesTest {

    private static final int MANY = 3 * Rounds.AT_ONCE;

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    @BeforeEach
    void empty() {
        hall.database.sql().sql("truncate schedules, inventories, seats cascade").update();
    }

    /** Of one seat each, and on sale before any other. */
    private static void fill(int schedules) {
        hall.database
                .sql()
                .sql(
                        """
                        with s as (
                            insert into schedules
                            select gen_random_uuid(), gen_random_uuid(), 1, 't', 'v', 'h', '',
                                   now() + interval '9 d', now() - interval '1 d',
                                   now() + interval '8 d', false, 300, 4
                            from generate_series(1, ?) returning id),
                        g as (insert into schedule_grades select id, 'R', 1000 from s),
                        p as (insert into seats select id, 0, 'R', '', '', '', '1', '' from s)
                        insert into inventories select id, 1, 1 from s
                        """)
                .param(schedules)
                .update();
    }

    private static boolean isOpen(UUID id) {
        return hall.parts.gate.incarnation().state(id.toString()) == State.OPEN;
    }

    /** More than fit a page. */
    @Test
    void everyScheduleOnSaleIsKnown() {
        fill(2_001);
        Show last = hall.put(aShow().opening(Instant.now()));

        assertThat(hall.parts.scheduleStore.onSale())
                .hasSize(2_002)
                .extracting(OnSale::id)
                .contains(last.id());
    }

    @Test
    void theGateOfTheLastOneIsOpenedAndMended() {
        fill(MANY);
        hall.parts.reconcileGates.openAll(() -> true);
        Show last = hall.put(aShow().opening(Instant.now()));

        hall.parts.reconcileGates.openAll(() -> true);

        assertThat(hall.parts.scheduleStore.onSale()).allMatch(one -> isOpen(one.id()));
        assertThat(hall.hold(aFan(), last, 3)).isInstanceOf(Outcome.Held.class);
        stores.redisConnection().sync().hdel("seat:hold:{" + last.id() + "}", "3");

        hall.parts.reconcileGates.mendAll(() -> true); // looks at all the first time
        stores.redisConnection().sync().hdel("seat:hold:{" + last.id() + "}", "3");
        hall.parts.reconcileGates.mendAll(() -> true);

        assertThat(hall.parts.gate.all(last.id()).orElseThrow().entries()).hasSize(1);
    }

    @Test
    void whenRedisLosesThemAllEachIsOpenedAgain() {
        fill(MANY);
        hall.parts.reconcileGates.openAll(() -> true);
        stores.redisConnection().sync().flushdb();

        hall.parts.reconcileGates.openAll(() -> true);
        hall.parts.reconcileGates.openAll(() -> true); // after one is found lost, all are looked at

        assertThat(hall.parts.scheduleStore.onSale()).allMatch(one -> isOpen(one.id()));
    }
}
