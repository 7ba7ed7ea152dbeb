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
    void aLookSaysWhatACallWouldBeToldAndCountsNothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(limiter.peek("client", LIMIT).allowed()).isTrue();
        }
        exhaust("client");

        assertThat(limiter.peek("client", LIMIT).allowed()).isFalse();
        assertThat(limiter.peek("other", LIMIT).left()).isEqualTo(19);
        clock.set(2 * LIMIT.windowMillis());
        assertThat(limiter.peek("client", LIMIT).allowed()).isTrue();
    }

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
                    for (int request = 0; request < 20_000; request++) {
                        if (limiter.take("client" + request % 100, LIMIT).allowed()) {
                            passed.incrementAndGet();
                        }
                    }
                });
            }
        }

        assertThat(passed).hasValue(100 * 20);
    }

    @Test
    void whatTheOthersUsedIsMissingHereUntilItHasDrained() {
        limiter.take("fan", LIMIT);
        limiter.reported("fan", 1, 12);

        assertThat(limiter.take("fan", LIMIT).left()).isEqualTo(7);
        limiter.reported("fan", 1, 40);
        LimitDecision refused = limiter.take("fan", LIMIT);
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.resetsInMillis()).isEqualTo(63_000); // 40 down to 19 at 20 a minute

        clock.set(63_000);
        assertThat(limiter.take("fan", LIMIT).allowed()).isTrue();
        clock.set(180_000);
        assertThat(limiter.take("fan", LIMIT).left()).isEqualTo(19);
    }

    @Test
    void callsThatNobodyWasToldOfAreForgottenWithTheirWindow() {
        for (int minute = 0; minute < 10; minute++) {
            clock.set(minute * 60_000L);
            for (int i = 0; i < 100; i++) {
                limiter.take("fan", LIMIT);
            }
            assertThat(limiter.unreported("fan", LIMIT)).isBetween(1, 40);
        }

        clock.addAndGet(120_000);
        assertThat(limiter.unreported("fan", LIMIT)).isZero();
    }

    @Test
    void newsOfAForgottenClientHarmNobody() {
        limiter.reported("nobody", 3, 100);

        assertThat(limiter.clients()).isZero();
        assertThat(limiter.take("nobody", LIMIT).left()).isEqualTo(19);
    }

    private void exhaust(String key) {
        for (int i = 0; i < 20; i++) {
            limiter.take(key, LIMIT);
        }
        assertThat(limiter.take(key, LIMIT).allowed()).isFalse();
    }
}
