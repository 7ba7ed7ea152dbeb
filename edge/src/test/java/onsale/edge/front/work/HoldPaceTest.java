package onsale.edge.front.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Fewer holds are let in while holds and checkouts are slow. The clock is simulated. */
class HoldPaceTest {

    private static final Duration SLOW = Duration.ofMillis(100);
    private static final long MILLI = 1_000_000;

    private long now;
    private final HoldPace pace = new HoldPace(SLOW, () -> now);

    @Test
    void nobodyIsRefusedWhileRequestsAreFast() {
        assertThat(letIn(2_000, 1_000, 5)).isEqualTo(2_000);
    }

    @Test
    void slowRequestsLowerThePaceAndFastOnesRaiseItAgain() {
        letIn(1_000, 1_000, 400);

        assertThat(pace.perSecond()).isLessThan(600);

        letIn(20_000, 1_000, 5);

        assertThat(letIn(1_000, 1_000, 5)).isEqualTo(1_000);
    }

    @Test
    void requestsThatDoNotEndAreSlow() {
        for (int i = 0; i < 10; i++) {
            pace.begun();
        }
        for (int i = 0; i < 50; i++) {
            now += 100 * MILLI;
            pace.letIn();
        }

        assertThat(pace.perSecond()).isLessThan(10);
    }

    @Test
    void aFewSlowRequestsAreNoCrowd() {
        assertThat(letIn(100, 10, 2_000)).isEqualTo(100);
        assertThat(pace.isSlow()).isFalse();
    }

    /** A machine that does 300 a second, asked for 1,200: what is let in is what it can do. */
    @Test
    void asMuchIsLetInAsTheMachineCanDo() {
        Deque<Long> waiting = new ArrayDeque<>();
        int served = 0;
        double credit = 0;
        int wait = 0;
        for (int milli = 0; milli < 60_000; milli++) {
            now += MILLI;
            for (int asked = 0; asked < (milli % 5 == 0 ? 6 : 0); asked++) {
                if (pace.letIn()) {
                    pace.begun();
                    waiting.add(now);
                }
            }
            credit = Math.min(2, credit + 0.3);
            while (credit >= 1 && !waiting.isEmpty()) {
                credit--;
                pace.done(now - waiting.removeFirst(), true);
                served++;
            }
            wait = Math.max(wait, milli < 10_000 ? 0 : waiting.size());
        }

        assertThat(served).isGreaterThan((int) (0.9 * 300 * 60));
        assertThat(wait).as("waiting at once, after ten seconds").isLessThan(150);
    }

    /** Asks this often; each that is let in takes so long. Returns how many were let in. */
    private int letIn(int times, int perSecond, int takesMillis) {
        int letIn = 0;
        for (int i = 0; i < times; i++) {
            now += 1_000_000_000L / perSecond;
            if (pace.letIn()) {
                letIn++;
                pace.begun();
                pace.done(takesMillis * MILLI, true);
            }
        }
        return letIn;
    }
}
