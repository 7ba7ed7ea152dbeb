package onsale.queue.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When fans are to ask again. */
class PollIntervalTest {

    @Test
    void pollsAreTwoToFifteenSecondsApartAndRarerFarBack() {
        for (long eta : new long[] {-1, 0, 1, 19, 20, 21, 60, 100, 149, 150, 3_600, 1_000_000}) {
            for (long ahead : new long[] {0, 1, 100, 1_200, 50_000, 1_000_000}) {
                for (long place = 1; place <= 32; place++) {
                    assertThat(PollInterval.ofWaiting(eta, ahead, place))
                            .isBetween(PollInterval.MILLIS_MIN, PollInterval.MILLIS_MAX);
                }
            }
        }
        assertThat(PollInterval.ofWaiting(3, 30, 16)).isEqualTo(2_000);
        assertThat(PollInterval.ofWaiting(60, 600, 16)).isEqualTo(6_000);
        assertThat(PollInterval.ofWaiting(5_000, 50_000, 16)).isEqualTo(14_000);
        // without a rate, by the distance
        assertThat(PollInterval.ofWaiting(-1, 0, 16)).isEqualTo(2_000);
        assertThat(PollInterval.ofWaiting(-1, 50_000, 16)).isEqualTo(14_000);
    }

    @Test
    void thoseWhoCameTogetherDoNotAskTogether() {
        assertThat(LongStream.range(0, 16).map(place -> PollInterval.ofWaiting(60, 600, place)))
                .doesNotHaveDuplicates();
    }
}
