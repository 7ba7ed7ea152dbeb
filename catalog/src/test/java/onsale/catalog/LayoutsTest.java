package onsale.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import onsale.catalog.LayoutDocument.Packed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.springframework.dao.DataAccessResourceFailureException;

/** A crowd costs the database one question a second, and a hidden show is hidden within one. */
class LayoutsTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final Map<UUID, Packed> stored = new HashMap<>();
    private final Layouts layouts =
            new Layouts(
                    id -> {
                        asked.incrementAndGet();
                        return Optional.ofNullable(stored.get(id));
                    },
                    now::get);

    private UUID stored() {
        UUID id = UUID.randomUUID();
        stored.put(
                id,
                new LayoutDocument(id, "", 0, List.of(), List.of(), List.of(), Map.of()).pack());
        return id;
    }

    @Test
    void aCrowdAsksTheDatabaseOnce() throws Exception {
        UUID id = stored();
        CountDownLatch together = new CountDownLatch(1);
        try (var fans = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<Layouts.Finished>>> answers =
                    IntStream.range(0, 500)
                            .mapToObj(_ ->
                                    fans.submit(() -> {
                                        together.await();
                                        return layouts.find(id);
                                    }))
                            .toList();
            together.countDown();
            for (Future<Optional<Layouts.Finished>> answer : answers) {
                assertThat(answer.get()).isPresent();
            }
        }

        assertThat(asked).hasValue(1);
    }

    @Test
    void itIsAskedAgainAfterASecond() {
        UUID id = stored();
        layouts.find(id);
        now.addAndGet(Layouts.LOOK_AGAIN_NANOS - 1);
        layouts.find(id);
        assertThat(asked).hasValue(1);

        now.addAndGet(1);
        stored.remove(id); // hidden
        assertThat(layouts.find(id)).isEmpty();
        assertThat(asked).hasValue(2);
        assertThat(layouts.size()).isZero();
    }

    @Test
    void theBytesAreThoseStored() {
        UUID id = stored();
        Layouts.Finished layout = layouts.find(id).orElseThrow();
        Packed original = Objects.requireNonNull(stored.get(id));
        assertThat(layout.packed()).isEqualTo(original.jsonGzip());
        assertThat(layout.plain()).isEqualTo(original.plain());

        now.addAndGet(Layouts.LOOK_AGAIN_NANOS);
        assertThat(layouts.find(id)).containsSame(layout);
    }

    @Test
    void whatNobodyMaySeeTakesNoRoomAndTheRestIsBounded() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(layouts.find(UUID.randomUUID())).isEmpty();
        }
        assertThat(layouts.size()).isZero();

        for (int i = 0; i < Layouts.LAYOUTS_MAX + 10; i++) {
            layouts.find(stored());
        }
        assertThat(layouts.size()).isEqualTo(Layouts.LAYOUTS_MAX);
    }

    /** Else whoever asks for made-up ids in a crowd would drive the real ones out of memory. */
    @Test
    @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
    void questionsUnderWayDriveNothingOut() throws Exception {
        UUID known = stored();
        UUID late = stored();
        AtomicInteger askedForKnown = new AtomicInteger();
        CountDownLatch underWay = new CountDownLatch(2 * Layouts.LAYOUTS_MAX);
        CountDownLatch answered = new CountDownLatch(1);
        Layouts some =
                new Layouts(
                        id -> {
                            askedForKnown.addAndGet(id.equals(known) ? 1 : 0);
                            if (!stored.containsKey(id)) {
                                underWay.countDown();
                                await(answered);
                            }
                            return Optional.ofNullable(stored.get(id));
                        },
                        now::get);
        some.find(known);
        try (var strangers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2 * Layouts.LAYOUTS_MAX; i++) {
                strangers.execute(() -> some.find(UUID.randomUUID()));
            }
            await(underWay);
            some.find(late);
            some.find(known);
            answered.countDown();
        }

        assertThat(askedForKnown).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aDatabaseThatIsAwayIsNotFelt() {
        UUID id = stored();
        boolean[] away = new boolean[1];
        Layouts some =
                new Layouts(
                        one -> {
                            if (away[0]) {
                                throw new DataAccessResourceFailureException("away");
                            }
                            return Optional.ofNullable(stored.get(one));
                        },
                        now::get);
        some.find(id);
        away[0] = true;
        now.addAndGet(Layouts.LOOK_AGAIN_NANOS);

        assertThat(some.find(id)).isPresent();
        assertThatThrownBy(() -> some.find(UUID.randomUUID()))
                .isInstanceOf(DataAccessResourceFailureException.class);
    }
}
