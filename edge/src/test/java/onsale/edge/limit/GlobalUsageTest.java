package onsale.edge.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How a node's knowledge of the others wears off. */
class GlobalUsageTest {

    private static final Limit LIMIT = Limit.perMinute(60);

    @Test
    void whatWasHeardDrainsWithinOneWindow() {
        GlobalUsage usage = new GlobalUsage(30, 1_000);

        assertThat(usage.decide(LIMIT, 0, 1_000).left()).isEqualTo(29);
        assertThat(usage.decide(LIMIT, 10, 1_000).left()).isEqualTo(19);
        assertThat(usage.decide(LIMIT, 0, 31_000).left()).isEqualTo(44);
        assertThat(usage.isOver(LIMIT, 60_999)).isFalse();
        assertThat(usage.isOver(LIMIT, 61_000)).isTrue();
    }

    @Test
    void anExcessIsWaitedForInFull() {
        GlobalUsage usage = new GlobalUsage(180, 0);

        assertThat(usage.decide(LIMIT, 0, 120_000).allowed()).isFalse();
        assertThat(usage.decide(LIMIT, 0, 121_000).allowed()).isTrue();
        assertThat(usage.isOver(LIMIT, 179_999)).isFalse();
        assertThat(usage.isOver(LIMIT, 180_000)).isTrue();
    }

    @Test
    void whoWaitsAsToldPasses() {
        for (int used = 1; used < 200; used++) {
            for (int since = 0; since < 60; since++) {
                GlobalUsage usage = new GlobalUsage(used, 0);
                LimitDecision decision = usage.decide(LIMIT, since, 500);
                if (!decision.allowed()) {
                    long then = 500 + decision.resetsInMillis();
                    assertThat(usage.decide(LIMIT, since, then).allowed())
                            .as("%d used, %d since", used, since)
                            .isTrue();
                    assertThat(usage.decide(LIMIT, since, then - 2).allowed()).isFalse();
                }
            }
        }
    }
}
