package onsale.reservation.seatmap;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import onsale.contracts.EntryPass;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Recovery;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Fan;
import onsale.reservation.Hall.Show;
import onsale.reservation.gate.RebuildGate;
import onsale.reservation.inventory.Schedule;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SeatMapTest {

    private static final Duration FRESH_WITHIN = Duration.ofSeconds(1);

    @RegisterExtension static final Stores stores = Stores.ownWithoutKafka();
    private static Hall hall;
    private static Hall second;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
        second = new Hall(stores);
    }

    @AfterAll
    static void close() {
        second.close();
        hall.close();
    }

    /** An answer as a client reads it. */
    private record Answer(int kind, long version, Map<Integer, Integer> states) {

        static Answer of(byte[] bytes) {
            ByteBuffer at = ByteBuffer.wrap(bytes);
            int kind = at.get();
            long version = at.getLong();
            int count = at.getInt();
            Map<Integer, Integer> states = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                if (kind == 1) {
                    states.put(i, (bytes[13 + i / 4] >> (2 * (i % 4))) & 3);
                } else {
                    int change = at.getInt();
                    states.put(change >> 2, change & 3);
                }
            }
            return new Answer(kind, version, states);
        }

        static Answer all(Hall node, Show show) {
            return of(map(node, show).all().body());
        }

        static Answer since(Hall node, Show show, long version) {
            return of(map(node, show).since(version).body());
        }
    }

    private static SeatMap map(Hall node, Show show) {
        return node.parts.seatMaps.find(show.id()).orElseThrow();
    }

    private static void awaitState(Hall node, Show show, int seat, int state) {
        map(node, show);
        Wait.until(
                "seat " + seat + " has state " + state,
                FRESH_WITHIN,
                () -> map(node, show).state(seat) == state);
    }

    @Test
    void allSeatsOfALargeHallFitInto15Kilobytes() {
        byte[] states = new byte[50_000];
        for (int i = 0; i < states.length; i++) {
            states[i] = (byte) (i % 3);
        }

        byte[] bytes = SeatMap.of(1L << 50, states).all().body();

        assertThat(bytes).hasSizeLessThanOrEqualTo(15_000);
        Answer read = Answer.of(bytes);
        assertThat(read.kind()).isEqualTo(1);
        assertThat(read.version()).isEqualTo(1L << 50);
        for (int i = 0; i < states.length; i++) {
            assertThat(read.states().get(i)).isEqualTo(i % 3);
        }
        System.out.println("50,000 seats in " + bytes.length + " bytes");
    }

    @Test
    void changesSinceAVersionAreEachSeatOnceAsItIsNow() {
        SeatMap map = SeatMap.of(100, new byte[2_000]).with(104, List.of("1H", "2H", "1A", "1S"));

        assertThat(Answer.of(map.since(100).body()))
                .isEqualTo(new Answer(2, 104, Map.of(1, SeatMap.SOLD, 2, SeatMap.HELD)));
        assertThat(Answer.of(map.since(102).body()))
                .isEqualTo(new Answer(2, 104, Map.of(1, SeatMap.SOLD)));
        assertThat(Answer.of(map.since(104).body())).isEqualTo(new Answer(2, 104, Map.of()));
        for (long unknown : List.of(0L, 99L, 105L, Long.MAX_VALUE)) {
            assertThat(Answer.of(map.since(unknown).body()).kind()).isEqualTo(1);
        }

        List<String> many = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            many.add(i + "H");
        }
        SeatMap later = map.with(1_604, many);
        assertThat(Answer.of(later.since(604).body()).kind()).isEqualTo(2);
        assertThat(Answer.of(later.since(603).body()).kind()).isEqualTo(1);
        assertThat(later.state(0)).isEqualTo(SeatMap.HELD);
        assertThat(map.state(0)).as("the map before").isEqualTo(SeatMap.AVAILABLE);
    }

    @Test
    void theMapOfAnotherNodeFollowsWithinASecond() {
        Show show = hall.open(aShow());
        Fan ann = aFan();
        Answer before = Answer.all(second, show);
        assertThat(before.states().values()).containsOnly(SeatMap.AVAILABLE);

        long start = System.nanoTime();
        UUID id = hall.held(ann, show, 4, 5);
        awaitState(second, show, 4, SeatMap.HELD);
        System.out.println(
                "A hold is seen on another node after "
                        + Duration.ofNanos(System.nanoTime() - start).toMillis()
                        + " ms");
        assertThat(Answer.since(second, show, before.version()))
                .isEqualTo(
                        new Answer(
                                2, before.version() + 2, Map.of(4, SeatMap.HELD, 5, SeatMap.HELD)));

        hall.paid(id, hall.checkedOut(ann, id), UUID.randomUUID(), 2 * Hall.PRICE);
        awaitState(second, show, 4, SeatMap.SOLD);
        hall.cancel(ann.userId(), id);
        awaitState(second, show, 4, SeatMap.AVAILABLE);
        UUID over = hall.held(ann, show, 6);
        awaitState(second, show, 6, SeatMap.HELD);
        hall.letTimeRunOut(over);
        hall.sweep();
        awaitState(second, show, 6, SeatMap.AVAILABLE);
    }

    @Test
    void versionsGrowAcrossALossAndWhatIsTakenStaysTaken() {
        Show show = hall.open(aShow());
        hall.held(aFan(), show, 1);
        awaitState(second, show, 1, SeatMap.HELD);
        long version = map(second, show).version();

        for (int loss = 0; loss < 2; loss++) {
            stores.redis().flushAll();
            long beforeLoss = version;
            Wait.until(
                    "the map is read from the rows",
                    Duration.ofSeconds(5),
                    () -> map(second, show).version() > beforeLoss);
            long fromRows = map(second, show).version();
            assertThat(map(second, show).state(1)).isEqualTo(SeatMap.HELD);
            // The rows are read once more when the rebuild has begun and the gate is still
            // restoring.
            Recovery recovery = hall.parts.gate.incarnation().recover(show.id().toString());
            recovery.run(
                    LuaScript.rebuilding(RebuildGate.class, "refill.lua"),
                    hall.parts.gate.keys(show.id()),
                    List.of("first"));
            Wait.until(
                    "the map is read again",
                    Duration.ofSeconds(5),
                    () -> map(second, show).version() > fromRows);
            long whileRebuilding = map(second, show).version();
            recovery.complete();
            hall.parts.mendGate.run(show.id());
            int seat = 2 + loss;
            hall.held(aFan(), show, seat);
            awaitState(second, show, seat, SeatMap.HELD);

            version = map(second, show).version();
            assertThat(version).isGreaterThan(whileRebuilding);
            Answer changes = Answer.since(second, show, whileRebuilding);
            assertThat(changes.kind()).as("a version of the rows is no base").isEqualTo(1);
            assertThat(changes.states())
                    .containsEntry(1, SeatMap.HELD)
                    .containsEntry(seat, SeatMap.HELD);
        }
    }

    @Test
    void whileTheGateIsRestoringTheRowsAreShown() {
        Show show = hall.put(aShow());
        Fan ann = aFan();
        UUID sold = hall.held(ann, show, 0);
        hall.paid(sold, hall.checkedOut(ann, sold), UUID.randomUUID(), Hall.PRICE);
        hall.held(aFan(), show, 1);

        Answer read = Answer.all(second, show);

        assertThat(read.states())
                .containsEntry(0, SeatMap.SOLD)
                .containsEntry(1, SeatMap.HELD)
                .containsEntry(2, SeatMap.AVAILABLE);
        hall.held(aFan(), show, 2);
        Wait.until(
                "the rows are read again",
                Duration.ofSeconds(4),
                () -> map(second, show).state(2) == SeatMap.HELD);
        assertThat(map(second, show).version()).isGreaterThan(read.version());
    }

    @Test
    void whereThereIsAQueueOneNeedsItsTokenToLook() {
        Schedule open = hall.schedule(hall.open(aShow()));
        Show show = hall.open(aShow().withQueue());
        Schedule queued = hall.schedule(show);
        UUID user = UUID.randomUUID();
        Instant later = Instant.now().plusSeconds(60);
        String token = new EntryPass(show.id(), user, user, user).issue(hall.passes, later);
        String other = new EntryPass(open.id(), user, user, user).issue(hall.passes, later);
        String expired =
                new EntryPass(show.id(), user, user, user)
                        .issue(hall.passes, Instant.now().minusSeconds(1));
        SeatAccess access = hall.parts.seatAccess;

        assertThat(access.mayLook(open, null)).isTrue();
        assertThat(access.mayLook(queued, token)).isTrue();
        assertThat(access.mayLook(queued, null)).isFalse();
        for (String wrong : List.of("", "qr_", other, expired, token + "x")) {
            assertThat(access.mayLook(queued, wrong)).as(wrong).isFalse();
        }
    }
}
