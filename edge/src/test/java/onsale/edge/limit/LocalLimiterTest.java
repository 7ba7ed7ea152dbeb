package onsale.edge.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A node's own limits: exact for each client, whoever else is there. */
class LocalLimiterTest {

    private static final Limit LIMIT = Limit.perMinute(20);

    private final AtomicLong clock = new AtomicLong();
    private final LocalLimiter limiter = new LocalLimiter(1_000, clock::get);

    @Test
    void aNodeRemembersOnlySoManyClients() {
        for (int i = 0; i < 20_000; i++) {
            limiter.take("client" + i, LIMIT);
        }

        assertThat(limiter.clients()).isBetween(900, 1_000);
    }

    @Test
    void whoHasBeenSilentLongestIsForgotten() {
        exhaust("silent");
        exhaust("busy");
        for (int i = 0; i < 20_000; i++) {
            clock.set(i); // less than a minute in all, so no count ends
            limiter.take("client" + i, LIMIT);
            assertThat(limiter.take("busy", LIMIT).allowed()).as("after " + i).isFalse();
        }

        assertThat(limiter.take("silent", LIMIT).allowed()).isTrue();
    }

    @Test
    void aFullTableHarmsNobodyElse() {
        for (int i = 0; i < 20_000; i++) {
            exhaust("client" + i);
            assertThat(limiter.take("other" + i, LIMIT).left()).isEqualTo(19);
        }
    }

    @Test
    void noCallSlipsThroughBetweenTwoThreads() {
        AtomicInteger passed = new AtomicInteger();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                threads.execute(() -> {
                    for (int call = 0; call < 20_000; call++) {
                        if (limiter.take("client" + call % 100, LIMIT).allowed()) {
                            passed.incrementAndGet();
                        }
                    }
                });
            }
        }

        assertThat(passed).hasValue(100 * 20);
    }

    private void exhaust(String key) {
        for (int i = 0; i < 20; i++) {
            limiter.take(key, LIMIT);
        }
        assertThat(limiter.take(key, LIMIT).allowed()).isFalse();
    }
}
