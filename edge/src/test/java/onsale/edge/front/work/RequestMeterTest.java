package onsale.edge.front.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RequestMeterTest {

    private final AtomicLong now = new AtomicLong(1_000 * RequestMeter.WINDOW_NANOS);
    private final RequestMeter meter = new RequestMeter(now::get);

    private void done(int count, Duration time, boolean failed) {
        for (int i = 0; i < count; i++) {
            meter.done(time.toNanos(), failed);
        }
    }

    @Test
    void theSlowTwentiethIsKnownToWithinATenth() {
        done(94, Duration.ofMillis(20), false);
        done(6, Duration.ofMillis(400), true);

        RequestMeter.Figures figures = meter.figures();

        assertThat(figures.count()).isEqualTo(100);
        assertThat(figures.failed()).isEqualTo(6);
        assertThat(figures.p95Millis()).isCloseTo(400L, Percentage.withPercentage(11));
    }

    @Test
    void mostRequestsDecideWhereFewerAreSlow() {
        done(96, Duration.ofMillis(20), false);
        done(4, Duration.ofMillis(400), false);

        assertThat(meter.figures().p95Millis()).isCloseTo(20L, Percentage.withPercentage(11));
    }

    @Test
    void whatIsOlderThanTenSecondsIsForgotten() {
        done(10, Duration.ofMillis(20), true);

        now.addAndGet(RequestMeter.WINDOW_NANOS);
        done(1, Duration.ofMillis(20), false);
        assertThat(meter.figures().count()).isEqualTo(11);

        now.addAndGet(RequestMeter.WINDOW_NANOS);
        assertThat(meter.figures().count()).isEqualTo(1);
        assertThat(meter.figures().failed()).isZero();

        now.addAndGet(5 * RequestMeter.WINDOW_NANOS);
        assertThat(meter.figures()).isEqualTo(new RequestMeter.Figures(0, 0, 0));
    }

    @Test
    void aRequestThatTookForEverIsCounted() {
        done(1, Duration.ofDays(1), false);

        assertThat(meter.figures().count()).isEqualTo(1);
        assertThat(meter.figures().p95Millis()).isGreaterThan(10_000);
    }
}
