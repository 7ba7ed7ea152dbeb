package onsale.queue.sale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import onsale.platform.job.Rounds;
import onsale.queue.Room;
import onsale.queue.admission.TakeTurn;
import onsale.queue.line.Receipt;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each sale has its line, however many there are at once. */
class ManySalesTest {

    private static final int MANY = 3 * Rounds.AT_ONCE;

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Room room;

    @BeforeAll
    static void open() {
        room = new Room(stores);
    }

    @AfterAll
    static void close() {
        room.close();
    }

    @BeforeEach
    void empty() {
        room.database.sql().sql("truncate schedules cascade").update();
    }

    /** Adds sales that end before any other. */
    private static void fill(int sales) {
        room.database
                .sql()
                .sql(
                        """
                        with s as (
                            insert into schedules
                            select gen_random_uuid(), 1, 't', now() - interval '1 h',
                                   now() + interval '1 d', true
                            from generate_series(1, ?) returning id)
                        insert into queues (schedule_id) select id from s
                        """)
                .param(sales)
                .update();
    }

    /** There are more than fit a page, whether all are read or only those that changed. */
    @Test
    void everySaleIsKnown() {
        fill(2_001);
        assertThat(room.saleStore.current()).hasSize(2_001);
        Room other = new Room(stores);
        try (other) {
            assertThat(other.sales.fresh()).hasSize(2_001);

            UUID late = UUID.randomUUID();
            room.publish(late, 1, Instant.now(), Instant.now().plusSeconds(9_000_000));
            assertThat(other.sales.fresh()).hasSize(2_002).extracting(Sale::id).contains(late);

            // changed, so that it is over
            Instant before = Instant.now().minusSeconds(9_000);
            room.publish(late, 2, before, before.plusSeconds(1));
            assertThat(other.sales.fresh())
                    .hasSize(2_001)
                    .extracting(Sale::id)
                    .doesNotContain(late);
        }
    }

    @Test
    void aLineAmongManyIsOpenedAndItsFansAreCalled() {
        fill(MANY);
        try (Room node = new Room(stores)) {
            node.open();
            node.startJobs();
            UUID id = UUID.randomUUID();
            long start = System.nanoTime();
            node.publish(id, 1, Instant.now(), Instant.now().plusSeconds(9_000_000));
            Wait.until("its line is open", Room.SOON, () -> node.sale(id).openedEpoch() > 0);
            long openMillis = (System.nanoTime() - start) / 1_000_000;

            start = System.nanoTime();
            Receipt receipt = node.entered(node.sale(id), Room.aFan());
            Wait.until(
                    "the fan is in",
                    Room.SOON,
                    () -> node.takeTurn.run(receipt) instanceof TakeTurn.Outcome.Admitted);
            System.out.printf(
                    "Among %d lines a new one was open after %d ms, its first fan in after %d ms%n",
                    MANY, openMillis, (System.nanoTime() - start) / 1_000_000);
        }
    }

    @Test
    void whenRedisLosesThemAllEachIsOpenedAgain() {
        fill(MANY);
        try (Room node = new Room(stores)) {
            node.open();
            stores.redisConnection().sync().flushdb();

            node.open();
            node.open(); // a node that finds a line lost looks at all of them in its next run

            assertThat(opened(2)).isEqualTo(MANY);
        }
    }

    private static int opened(int epoch) {
        return room.database
                .sql()
                .sql("select count(*) from queues where opened_epoch = ?")
                .param(epoch)
                .query(Integer.class)
                .single();
    }
}
