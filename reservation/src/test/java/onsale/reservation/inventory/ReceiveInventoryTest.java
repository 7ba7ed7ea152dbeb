package onsale.reservation.inventory;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.contracts.InventoryChunk;
import onsale.contracts.InventoryComplete;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Show;
import onsale.reservation.hold.HoldSeats;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Seats from the catalogue go on sale complete, checked and in the newest version. */
class ReceiveInventoryTest {

    private static final int CHUNK = 10;

    @RegisterExtension static final Stores stores = Stores.shared();
    private static Hall hall;
    private static ReceiveInventory inventory;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
        inventory = hall.parts.receiveInventory;
    }

    @AfterAll
    static void close() {
        hall.close();
    }

    private static Show published() {
        Show show = aShow().withSeats(25);
        hall.database.inTransaction(() -> hall.parts.scheduleStore.publish(show.published()));
        return show;
    }

    private static void arrives(Show show, int version, int... chunks) {
        for (int chunk : chunks) {
            arrives(show.chunk(version, chunk, CHUNK));
        }
    }

    private static void arrives(InventoryChunk chunk) {
        hall.database.inTransaction(() -> inventory.chunkArrived(chunk));
    }

    private static void announced(InventoryComplete complete) {
        hall.database.inTransaction(() -> inventory.announced(complete));
    }

    /** The version on sale and how many seats it has; empty if none is. */
    private static String onSale(Show show) {
        hall.parts.schedules.forget(show.id());
        return hall.parts
                .schedules
                .find(show.id())
                .map(s -> "version %d: %d".formatted(s.inventoryVersion(), s.seatCount()))
                .orElse("");
    }

    private static long left(UUID scheduleId) {
        return hall.database
                .sql()
                .sql("select count(*) from arriving_seats where schedule_id = ?")
                .param(scheduleId)
                .query(Long.class)
                .single();
    }

    @Test
    void nothingIsSoldBeforeEverySeatHasCome() {
        Show show = published();

        arrives(show, 1, 0, 2);
        announced(show.complete(1));
        assertThat(onSale(show)).isEmpty();
        assertThat(hall.hold(aFan(), show, 0)).isInstanceOf(HoldSeats.Outcome.NoSchedule.class);

        arrives(show, 1, 1);
        assertThat(onSale(show)).isEqualTo("version 1: 25");
        assertThat(hall.held(aFan(), show, 24)).isNotNull();
        assertThat(left(show.id())).isZero();
    }

    @Test
    void doubledAndOutOfOrderIsTheSame() {
        Show show = published();

        announced(show.complete(1));
        arrives(show, 1, 2, 0, 2, 2, 1, 0);
        announced(show.complete(1));
        arrives(show, 1, 1);

        assertThat(onSale(show)).isEqualTo("version 1: 25");
        assertThat(left(show.id())).isZero();
    }

    @Test
    void anOlderVersionChangesNothing() {
        Show show = published();
        Show smaller = show.withSeats(20);
        arrives(show, 2, 0, 1, 2);
        announced(show.complete(2));

        arrives(smaller, 1, 0, 1);
        announced(smaller.complete(1));

        assertThat(onSale(show)).isEqualTo("version 2: 25");
        assertThat(left(show.id())).isZero();
    }

    @Test
    void ofTwoVersionsUnderWayTheNewerIsSoldInEveryOrder() {
        for (long seed = 0; seed < 20; seed++) {
            Show show = published();
            Show larger = show.withSeats(30);
            List<Runnable> messages = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int chunk = i;
                messages.add(() -> arrives(show, 1, chunk));
                messages.add(() -> arrives(larger, 2, chunk));
            }
            messages.add(() -> announced(show.complete(1)));
            messages.add(() -> announced(larger.complete(2)));
            Collections.shuffle(messages, new Random(seed));

            messages.forEach(Runnable::run);

            assertThat(onSale(show)).as("seed " + seed).isEqualTo("version 2: 30");
            assertThat(left(show.id())).as("seed " + seed).isZero();
        }
    }

    @Test
    void seatsThatAreNotThoseAnnouncedAreNotSoldUntilTheRightOnesCome() {
        Show show = published();
        InventoryChunk right = show.chunk(1, 1, CHUNK);
        List<InventoryChunk.Seat> wrong = new ArrayList<>(right.seats());
        InventoryChunk.Seat seat = wrong.getFirst();
        wrong.set(
                0,
                new InventoryChunk.Seat(
                        seat.ordinal(), "S", seat.floor(), "another", "1", "1", ""));

        arrives(show, 1, 0, 2);
        arrives(new InventoryChunk(show.id(), 1, 1, wrong));
        announced(show.complete(1));
        assertThat(onSale(show)).isEmpty();

        announced(show.complete(1));
        arrives(show, 1, 0, 1, 2);
        assertThat(onSale(show)).isEqualTo("version 1: 25");
    }

    @Test
    void newSeatsAreSoldWhileNoSeatIsTakenAndIgnoredAfterwards() {
        Show show = published();
        arrives(show, 1, 0, 1, 2);
        announced(show.complete(1));
        Show larger = show.withSeats(30);
        arrives(larger, 2, 0, 1, 2);
        announced(larger.complete(2));
        assertThat(onSale(show)).isEqualTo("version 2: 30");
        UUID held = hall.held(aFan(), show, 29);

        arrives(show, 3, 0, 1, 2);
        announced(show.complete(3));

        assertThat(onSale(show)).isEqualTo("version 2: 30");
        assertThat(hall.reservation(held).activeOrdinals()).containsExactly(29);
    }

    /** A hold that is about to commit counts as taken: new seats wait for it. */
    @Test
    void newSeatsWaitForHoldsUnderWay() throws Exception {
        Show show = published();
        arrives(show, 1, 0, 1, 2);
        announced(show.complete(1));
        Show larger = show.withSeats(30);
        arrives(larger, 2, 0, 1, 2);
        UUID other = hall.held(aFan(), hall.put(aShow()), 0);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection hold = stores.admin();
                var statement = hold.createStatement()) {
            hold.setAutoCommit(false);
            statement.execute(
                    """
                    insert into reservation_service.reservation_seats
                    select reservation_id, '%s', 1, gen_random_uuid(), seat_number, grade, price, zone
                    from reservation_service.reservation_seats where reservation_id = '%s'
                    """
                            .formatted(show.id(), other));

            Future<?> told = threads.submit(() -> announced(larger.complete(2)));
            Wait.until(
                    "the new seats wait, or do not",
                    Duration.ofSeconds(5),
                    () -> told.isDone() || waiting());
            hold.commit();
            told.get();
        }

        assertThat(onSale(show)).isEqualTo("version 1: 25");
        hall.database
                .sql()
                .sql("delete from reservation_seats where schedule_id = ?")
                .param(show.id())
                .update();
    }

    private static boolean waiting() {
        return hall.database
                        .sql()
                        .sql(
                                """
                                select count(*) from pg_stat_activity
                                where datname = current_database() and wait_event_type = 'Lock'
                                """)
                        .query(Long.class)
                        .single()
                > 0;
    }

    @Test
    void fiftyThousandSeatsAreTakenOverInSeconds() {
        Show show = aShow().withSeats(50_000);
        hall.database.inTransaction(() -> hall.parts.scheduleStore.publish(show.published()));
        List<InventoryChunk> chunks = new ArrayList<>();
        List<InventoryChunk.Seat> seats = show.inventory();
        for (int i = 0; i < 50; i++) {
            chunks.add(
                    new InventoryChunk(show.id(), 1, i, seats.subList(i * 1_000, (i + 1) * 1_000)));
        }
        InventoryComplete complete = show.complete(1);

        long start = System.nanoTime();
        chunks.forEach(ReceiveInventoryTest::arrives);
        announced(complete);
        Duration took = Duration.ofNanos(System.nanoTime() - start);

        System.out.println("50,000 seats on sale after " + took.toMillis() + " ms");
        assertThat(onSale(show)).isEqualTo("version 1: 50000");
        assertThat(took).isLessThan(Duration.ofSeconds(20));
    }
}
