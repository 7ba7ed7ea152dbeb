package onsale.rush.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.eclipse.jetty.util.Pool;
import org.junit.jupiter.api.Test;

class ConnectionStackTest {

    private final ConnectionStack<String> stack = new ConnectionStack<>(2);

    @Test
    void thereAreNoMoreConnectionsThanAllowed() {
        Pool.Entry<String> first = open("first");
        open("second");
        assertThat(stack.reserve()).isNull();

        assertThat(first.remove()).isTrue();

        assertThat(stack.reserve()).isNotNull();
        assertThat(stack.size()).isEqualTo(2);
    }

    @Test
    void theConnectionUsedLastIsTakenFirst() {
        open("first");
        open("second");

        Pool.Entry<String> second = requireNonNull(stack.acquire());
        Pool.Entry<String> first = requireNonNull(stack.acquire());
        assertThat(second.getPooled()).isEqualTo("second");
        assertThat(stack.acquire()).isNull();

        second.release();
        first.release();

        assertThat(stack.acquire()).isSameAs(first);
    }

    @Test
    void aConnectionIsReleasedAndRemovedOnce() {
        Pool.Entry<String> entry = open("first");
        assertThat(entry.isIdle()).isTrue();
        assertThat(entry.release()).isFalse();
        stack.acquire();
        assertThat(entry.isInUse()).isTrue();

        assertThat(entry.release()).isTrue();
        assertThat(entry.remove()).isTrue();

        assertThat(entry.release()).isFalse();
        assertThat(entry.remove()).isFalse();
        assertThat(entry.isTerminated()).isTrue();
        assertThat(stack.acquire()).isNull();
        assertThat(stack.size()).isZero();
    }

    @Test
    void aPlaceIsEnabledOnce() {
        Pool.Entry<String> entry = requireNonNull(stack.reserve());
        assertThat(entry.isReserved()).isTrue();
        assertThat(stack.acquire()).isNull();

        assertThat(entry.enable("first", true)).isTrue();

        assertThat(entry.isInUse()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> entry.enable("again", false));
    }

    @Test
    void afterTheEndConnectionsAreOnlyRemoved() {
        Pool.Entry<String> used = open("first");
        stack.acquire();
        Pool.Entry<String> reserved = requireNonNull(stack.reserve());

        assertThat(stack.terminate()).containsExactlyInAnyOrder(used, reserved);

        assertThat(stack.isTerminated()).isTrue();
        assertThat(stack.reserve()).isNull();
        assertThat(stack.acquire()).isNull();
        assertThat(used.release()).isFalse();
        assertThat(reserved.enable("second", false)).isFalse();
        assertThat(used.remove()).isTrue();
        assertThat(used.isInUse()).isFalse();
    }

    private Pool.Entry<String> open(String connection) {
        Pool.Entry<String> entry = requireNonNull(stack.reserve());
        assertThat(entry.enable(connection, false)).isTrue();
        return entry;
    }
}
