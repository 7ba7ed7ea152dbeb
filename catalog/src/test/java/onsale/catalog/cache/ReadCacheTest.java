package onsale.catalog.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

/** Who loads, who waits, and what is served when nothing can be loaded. */
class ReadCacheTest {

    private static final int READERS = 1_000;

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger loads = new AtomicInteger();
    private final ReadCache<String, String> cache =
            new ReadCache<>(10, Duration.ofSeconds(1), Duration.ofMinutes(10), now::get);

    private Optional<String> load(String key) {
        return Optional.of(key + loads.incrementAndGet());
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void aThousandReadersOfANewKeyLoadItOnce() throws Exception {
        assertThat(readTogether(this::load)).hasSize(READERS).containsOnly("a1");
        assertThat(loads).hasValue(1);
    }

    /** The canary: without the cache each of them loads. */
    @Test
    void withoutTheCacheEachReaderLoads() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                all.add(threads.submit(() -> load("a")));
            }
            for (Future<?> one : all) {
                one.get(10, TimeUnit.SECONDS);
            }
        }
        assertThat(loads).hasValue(READERS);
    }

    @Test
    void whoeverComesWhileAnOldValueIsLoadedAgainGetsTheOldOne() throws Exception {
        cache.get("a", this::load);
        pass(Duration.ofSeconds(2));
        CountDownLatch loading = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Optional<String>> loader =
                    threads.submit(() ->
                            cache.get(
                                    "a",
                                    key -> {
                                        loading.countDown();
                                        await(goOn);
                                        return load(key);
                                    }));
            await(loading);

            assertThat(cache.get("a", this::load)).contains("a1");
            goOn.countDown();
            assertThat(loader.get(10, TimeUnit.SECONDS)).contains("a2");
        }
        assertThat(cache.get("a", this::load)).contains("a2");
        assertThat(loads).hasValue(2);
    }

    @Test
    void aChangeOfThisNodeIsNeverHidden() {
        cache.get("a", this::load);
        cache.invalidate();
        assertThat(cache.get("a", this::load)).contains("a2");

        cache.get(
                "b",
                key -> {
                    cache.invalidate(); // while the old state is being read
                    return load(key);
                });
        assertThat(cache.get("b", this::load)).contains("b4");
    }

    @Test
    void theLastValueIsServedWhileTheDatabaseIsAway() {
        cache.get("a", this::load);
        pass(Duration.ofMinutes(9));
        assertThat(cache.get("a", ReadCacheTest::away)).contains("a1");
        assertThat(cache.counts().stale()).isEqualTo(1);

        pass(Duration.ofMinutes(2));
        assertThatThrownBy(() -> cache.get("a", ReadCacheTest::away))
                .isInstanceOf(DataAccessResourceFailureException.class);
        assertThatThrownBy(() -> cache.get("b", ReadCacheTest::away))
                .isInstanceOf(DataAccessResourceFailureException.class);
        assertThat(cache.size()).isZero();
    }

    @Test
    void aMistakeIsNotHiddenByAnOldValue() {
        cache.get("a", this::load);
        pass(Duration.ofSeconds(2));
        Function<String, Optional<String>> wrong =
                _ -> {
                    throw new IllegalStateException("a bug");
                };
        assertThatThrownBy(() -> cache.get("a", wrong)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatDoesNotExistIsNotKept() {
        assertThat(cache.get("a", _ -> Optional.empty())).isEmpty();
        assertThat(cache.size()).isZero();
        assertThat(cache.get("a", this::load)).contains("a1");
    }

    @Test
    void anyNumberOfKeysTakesABoundedRoom() {
        for (int i = 0; i < 1_000; i++) {
            cache.get("key" + i, this::load);
            assertThat(cache.size()).isLessThanOrEqualTo(10);
        }
    }

    private static Optional<String> away(String key) {
        throw new DataAccessResourceFailureException("no connection for " + key);
    }

    private List<String> readTogether(Function<String, Optional<String>> load) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<String> read = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                all.add(
                        threads.submit(() -> {
                            await(start);
                            return cache.get("a", load).orElseThrow();
                        }));
            }
            start.countDown();
            for (Future<String> one : all) {
                read.add(one.get(10, TimeUnit.SECONDS));
            }
        }
        return read;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
