package onsale.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WonTest {

    @Test
    void ordinarySums() {
        assertThat(Won.plus(150_000, 2_000)).isEqualTo(152_000);
        assertThat(Won.minus(152_000, 152_000)).isZero();
        assertThat(Won.times(150_000, 4)).isEqualTo(600_000);
        assertThat(Won.percent(99_999, 10)).isEqualTo(9_999);
        assertThat(Won.percent(Won.MAX, 100)).isEqualTo(Won.MAX);
    }

    @Test
    void whatIsNoAmountThrows() {
        throwsUp(() -> Won.check(-1));
        throwsUp(() -> Won.check(Won.MAX + 1));
        throwsUp(() -> Won.plus(Won.MAX, 1));
        throwsUp(() -> Won.plus(Long.MAX_VALUE, Long.MAX_VALUE));
        throwsUp(() -> Won.minus(1, 2));
        throwsUp(() -> Won.times(Won.MAX, Integer.MAX_VALUE));
        throwsUp(() -> Won.times(1, -1));
        throwsUp(() -> Won.percent(1, 101));
        throwsUp(() -> Won.percent(1, -1));
    }

    private static void throwsUp(ThrowingCallable sum) {
        assertThatThrownBy(sum).isInstanceOf(ArithmeticException.class);
    }
}
