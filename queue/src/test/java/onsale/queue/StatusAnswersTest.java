package onsale.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When fans are to ask again. */
class StatusAnswersTest {

    @Test
    void pollsAreTwoToFifteenSecondsApartAndRarerFarBack() {
        for (long eta : new long[] {-1, 0, 1, 19, 20, 21, 60, 100, 149, 150, 3_600, 1_000_000}) {
            for (long ahead : new long[] {0, 1, 100, 1_200, 50_000, 1_000_000}) {
                for (long place = 1; place <= 32; place++) {
                    assertThat(StatusAnswers.pollAfter(eta, ahead, place))
                            .isBetween(
                                    StatusAnswers.POLL_MILLIS_MIN, StatusAnswers.POLL_MILLIS_MAX);
                }
            }
        }
        assertThat(StatusAnswers.pollAfter(3, 30, 16)).isEqualTo(2_000);
        assertThat(StatusAnswers.pollAfter(60, 600, 16)).isEqualTo(6_000);
        assertThat(StatusAnswers.pollAfter(5_000, 50_000, 16)).isEqualTo(14_000);
        // without a rate, by the distance
        assertThat(StatusAnswers.pollAfter(-1, 0, 16)).isEqualTo(2_000);
        assertThat(StatusAnswers.pollAfter(-1, 50_000, 16)).isEqualTo(14_000);
    }

    @Test
    void thoseWhoCameTogetherDoNotAskTogether() {
        assertThat(LongStream.range(0, 16).map(place -> StatusAnswers.pollAfter(60, 600, place)))
                .doesNotHaveDuplicates();
    }
}
