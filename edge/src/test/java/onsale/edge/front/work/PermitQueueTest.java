package onsale.edge.front.work;

import static org.assertj.core.api.Assertions.assertThat;

import onsale.edge.front.work.PermitQueue.Entry;
import org.junit.jupiter.api.Test;

/** Permits that become fewer or more while requests run and wait. */
class PermitQueueTest {

    private final PermitQueue<String> queue = new PermitQueue<>(2, 10);

    @Test
    void fewerPermitsAreReachedWhenThoseWhoRunAreDone() {
        assertThat(queue.enter("a")).isEqualTo(Entry.RUNS);
        assertThat(queue.enter("b")).isEqualTo(Entry.RUNS);
        assertThat(queue.enter("c")).isEqualTo(Entry.WAITS);

        queue.setPermits(1);

        assertThat(queue.passOn()).as("one too many").isNull();
        assertThat(queue.passOn()).isEqualTo("c");
        assertThat(queue.enter("d")).isEqualTo(Entry.WAITS);
    }

    @Test
    void morePermitsAreGivenToThoseWhoWait() {
        queue.setPermits(1);
        queue.enter("a");
        queue.enter("b");
        queue.enter("c");
        assertThat(queue.next()).as("none is free").isNull();

        queue.setPermits(2);

        assertThat(queue.next()).isEqualTo("b");
        assertThat(queue.next()).isNull();
        assertThat(queue.passOn()).isEqualTo("c");
        assertThat(queue.passOn()).isNull();
        assertThat(queue.passOn()).isNull();
        assertThat(queue.size()).isZero();
    }
}
