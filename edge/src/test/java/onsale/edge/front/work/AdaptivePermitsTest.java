package onsale.edge.front.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Fewer requests run at once while they are slow. */
class AdaptivePermitsTest {

    private static final int MAX = 16;
    private static final Duration SLOW = Duration.ofMillis(50);

    private final AdaptivePermits permits = new AdaptivePermits(MAX, SLOW);

    @Test
    void slowRequestsTakePermitsAwayAndFastOnesGiveThemBack() {
        assertThat(after(500, Duration.ofMillis(200), true)).isEqualTo(1);
        assertThat(after(500, Duration.ofMillis(5), false)).as("nobody waits").isEqualTo(1);
        assertThat(after(500, Duration.ofMillis(5), true)).isEqualTo(MAX);
    }

    @Test
    void timesBetweenFastAndSlowChangeNothing() {
        int before = after(30, Duration.ofMillis(60), true);

        assertThat(after(500, Duration.ofMillis(40), true)).isEqualTo(before).isLessThan(MAX);
    }

    private int after(int requests, Duration each, boolean othersWait) {
        int now = 0;
        for (int i = 0; i < requests; i++) {
            now = permits.done(each.toNanos(), othersWait);
        }
        return now;
    }
}
