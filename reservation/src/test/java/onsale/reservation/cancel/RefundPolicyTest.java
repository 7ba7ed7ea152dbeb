package onsale.reservation.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import onsale.reservation.cancel.RefundPolicy.Step;
import onsale.reservation.cancel.RefundPolicy.Terms;
import onsale.reservation.cancel.RefundPolicy.Why;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What giving a ticket back costs, by the time that is left. */
class RefundPolicyTest {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private static final Instant SHOW = Instant.parse("2026-12-24T10:00:00Z"); // 19:00 in Seoul
    private static final RefundPolicy USUAL = new RefundPolicy(RefundPolicy.DEFAULT_STEPS, null);

    @Test
    void untilThreeDaysBeforeTheShowItIsFreeAndThenMoreAndMoreExpensive() {
        assertThat(percent(USUAL, Duration.ofDays(30))).isEqualTo(0);
        assertThat(percent(USUAL, Duration.ofDays(3).plusMillis(1))).isEqualTo(0);
        assertThat(percent(USUAL, Duration.ofDays(3))).isEqualTo(10);
        assertThat(percent(USUAL, Duration.ofDays(2))).isEqualTo(20);
        assertThat(percent(USUAL, Duration.ofHours(24))).isEqualTo(30);
        assertThat(percent(USUAL, Duration.ofHours(19).plusMillis(1))).isEqualTo(30);
    }

    @Test
    void onTheDayOfTheShowNothingIsTakenBack() {
        assertThat(percent(USUAL, Duration.ofHours(19))).isNull(); // midnight in Seoul
        assertThat(percent(USUAL, Duration.ofSeconds(-1))).isNull();
    }

    @Test
    void afterTheLastStepNothingIsTakenBack() {
        RefundPolicy strict = new RefundPolicy(List.of(new Step(7, 0), new Step(2, 50)), null);

        assertThat(percent(strict, Duration.ofDays(2).plusMillis(1))).isEqualTo(50);
        assertThat(percent(strict, Duration.ofDays(2))).isNull();
    }

    @Test
    void theTermsSayWhenTheyEnd() {
        Terms free = USUAL.at(SHOW.minus(Duration.ofDays(5)), SHOW, SEOUL).orElseThrow();
        Terms last = USUAL.at(SHOW.minus(Duration.ofHours(20)), SHOW, SEOUL).orElseThrow();

        assertThat(free).isEqualTo(new Terms(0, Why.FREE, SHOW.minus(Duration.ofDays(3))));
        assertThat(last).isEqualTo(new Terms(30, Why.FEE, SHOW.minus(Duration.ofHours(19))));
    }

    @Test
    void aChangedShowIsTakenBackWithoutAFeeForAWhile() {
        Instant until = SHOW.minus(Duration.ofHours(4));
        RefundPolicy changed = new RefundPolicy(RefundPolicy.DEFAULT_STEPS, until);

        assertThat(changed.at(until.minusMillis(1), SHOW, SEOUL))
                .contains(new Terms(0, Why.SHOW_CHANGED, until));
        assertThat(changed.at(until, SHOW, SEOUL)).isEmpty();
    }

    @Test
    void theFeeIsWholeWon() {
        assertThat(new Terms(10, Why.FEE, SHOW).feeWon(99_999)).isEqualTo(9_999);
        assertThat(new Terms(100, Why.FEE, SHOW).feeWon(99_999)).isEqualTo(99_999);
    }

    private static @Nullable Integer percent(RefundPolicy policy, Duration before) {
        return policy.at(SHOW.minus(before), SHOW, SEOUL).map(Terms::feePercent).orElse(null);
    }
}
