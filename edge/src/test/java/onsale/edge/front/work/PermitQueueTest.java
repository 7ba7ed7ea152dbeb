package onsale.edge.front.work;

import static org.assertj.core.api.Assertions.assertThat;

import onsale.edge.front.work.PermitQueue.Entry;
import org.junit.jupiter.api.Test;

/** Permits are bounded, and so are those who wait for one. */
class PermitQueueTest {

    private final PermitQueue<String> queue = new PermitQueue<>(2, 2);

    @Test
    void whoeverIsDonePassesThePermitOnInOrder() {
        assertThat(queue.enter("a")).isEqualTo(Entry.RUNS);
        assertThat(queue.enter("b")).isEqualTo(Entry.RUNS);
        assertThat(queue.enter("c")).isEqualTo(Entry.WAITS);
        assertThat(queue.enter("d")).isEqualTo(Entry.WAITS);
        assertThat(queue.enter("e")).isEqualTo(Entry.FULL);

        assertThat(queue.passOn()).isEqualTo("c");
        assertThat(queue.enter("f")).isEqualTo(Entry.WAITS);
        assertThat(queue.passOn()).isEqualTo("d");
        assertThat(queue.passOn()).isEqualTo("f");
        assertThat(queue.passOn()).isNull();
        assertThat(queue.passOn()).isNull();
        assertThat(queue.size()).isZero();
        assertThat(queue.enter("g")).isEqualTo(Entry.RUNS);
    }
}
