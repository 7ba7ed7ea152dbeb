package onsale.catalog.layout;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.springframework.dao.DataAccessResourceFailureException;

/** A crowd costs the database one query a second, and a hidden show is hidden within a second. */
class LayoutCacheTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final Map<UUID, PackedLayout> stored = new HashMap<>();
    private final LayoutCache layouts =
            new LayoutCache(
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
            List<Future<Optional<LayoutCache.CachedLayout>>> answers =
                    IntStream.range(0, 500)
                            .mapToObj(_ ->
                                    fans.submit(() -> {
                                        together.await();
                                        return layouts.find(id);
                                    }))
                            .toList();
            together.countDown();
            for (Future<Optional<LayoutCache.CachedLayout>> answer : answers) {
                assertThat(answer.get()).isPresent();
            }
        }

        assertThat(asked).hasValue(1);
    }

    @Test
    void itIsAskedAgainAfterASecond() {
        UUID id = stored();
        layouts.find(id);
        now.addAndGet(LayoutCache.CHECK_EVERY_NANOS - 1);
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
        LayoutCache.CachedLayout layout = layouts.find(id).orElseThrow();
        PackedLayout original = Objects.requireNonNull(stored.get(id));
        assertThat(layout.packed()).isEqualTo(original.jsonGzip());
        assertThat(layout.plain()).isEqualTo(original.plain());

        now.addAndGet(LayoutCache.CHECK_EVERY_NANOS);
        assertThat(layouts.find(id)).containsSame(layout);
    }

    @Test
    void whatNobodyMaySeeTakesNoRoomAndTheRestIsBounded() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(layouts.find(UUID.randomUUID())).isEmpty();
        }
        assertThat(layouts.size()).isZero();

        for (int i = 0; i < LayoutCache.LAYOUTS_MAX + 10; i++) {
            layouts.find(stored());
        }
        assertThat(layouts.size()).isEqualTo(LayoutCache.LAYOUTS_MAX);
    }

    /** Otherwise requests for unknown ids would evict cached layouts. */
    @Test
    @Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
    void requestsForUnknownIdsEvictNothing() throws Exception {
        UUID known = stored();
        UUID late = stored();
        AtomicInteger askedForKnown = new AtomicInteger();
        CountDownLatch underWay = new CountDownLatch(2 * LayoutCache.LAYOUTS_MAX);
        CountDownLatch answered = new CountDownLatch(1);
        LayoutCache some =
                new LayoutCache(
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
            for (int i = 0; i < 2 * LayoutCache.LAYOUTS_MAX; i++) {
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
        LayoutCache some =
                new LayoutCache(
                        one -> {
                            if (away[0]) {
                                throw new DataAccessResourceFailureException("away");
                            }
                            return Optional.ofNullable(stored.get(one));
                        },
                        now::get);
        some.find(id);
        away[0] = true;
        now.addAndGet(LayoutCache.CHECK_EVERY_NANOS);

        assertThat(some.find(id)).isPresent();
        assertThatThrownBy(() -> some.find(UUID.randomUUID()))
                .isInstanceOf(DataAccessResourceFailureException.class);
    }
}
