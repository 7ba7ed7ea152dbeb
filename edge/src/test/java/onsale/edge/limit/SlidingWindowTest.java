package onsale.edge.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The window's promise, for any sequence of requests. */
class SlidingWindowTest {

    private static final Limit LIMIT = Limit.perSecond(20);

    @Test
    void inNoSpanDoMorePassThanPromised() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Long> passed = new ArrayList<>();
        SlidingWindow window = SlidingWindow.EMPTY;
        long now = 0;
        for (int i = 0; i < 50_000; i++) {
            now += random.nextInt(20) == 0 ? random.nextInt(1_500) : random.nextInt(5);
            SlidingWindow.Step step = window.take(LIMIT, now);
            window = step.next();
            if (step.decision().allowed()) {
                passed.add(now);
            }
        }

        for (int from = 0; from < passed.size(); from++) {
            for (int to = from; to < Math.min(passed.size(), from + 50); to++) {
                double span = (passed.get(to) - passed.get(from)) / 1_000.0;
                if (span <= 1) {
                    assertThat((double) (to - from + 1))
                            .as("seed %d, from %d ms", seed, passed.get(from))
                            .isLessThanOrEqualTo(20 * (1 + span) + 1e-6);
                }
            }
        }
    }

    /** Canary: what the weighted bucket is for. */
    @Test
    void afterAFullBucketAFixedWindowWouldLetAsManyThroughAgain() {
        SlidingWindow window = SlidingWindow.EMPTY;
        int sliding = 0;
        int fixed = 0;
        int inBucket = 0;
        for (long now : List.of(999L, 1_000L)) {
            inBucket = 0;
            for (int i = 0; i < 100; i++) {
                SlidingWindow.Step step = window.take(LIMIT, now);
                window = step.next();
                sliding += step.decision().allowed() ? 1 : 0;
                fixed += ++inBucket <= LIMIT.requests() ? 1 : 0;
            }
        }

        assertThat(sliding).isEqualTo(20);
        assertThat(fixed).isEqualTo(40);
    }

    @Test
    void whoWaitsAsToldPasses() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        SlidingWindow window = SlidingWindow.EMPTY;
        long now = 0;
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            SlidingWindow.Step step = window.take(LIMIT, now);
            window = step.next();
            if (step.decision().allowed()) {
                now += random.nextInt(10);
            } else {
                refused++;
                now += step.decision().resetsInMillis();
                assertThat(window.take(LIMIT, now).decision().allowed())
                        .as("seed %d at %d ms", seed, now)
                        .isTrue();
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aClockThatGoesBackGivesNothingBack() {
        SlidingWindow window = SlidingWindow.EMPTY;
        for (int i = 0; i < 20; i++) {
            window = window.take(LIMIT, 5_000).next();
        }

        assertThat(window.take(LIMIT, 3_000).decision().allowed()).isFalse();
    }
}
