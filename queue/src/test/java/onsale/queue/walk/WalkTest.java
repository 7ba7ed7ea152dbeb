package onsale.queue.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import onsale.queue.WithoutGuard;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Three nodes, many fans, everything that can happen in any order, and a checker that only looks.
 * {@code -Dwalk.seed=} repeats a walk, as far as the clock allows.
 */
class WalkTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static long seed() {
        return Long.getLong("walk.seed", new Random().nextLong());
    }

    @Test
    void nobodyIsOvertakenAndNoLimitIsPassed() {
        walk(seed(), 1_500, 60, false);
    }

    /** Nodes as processes, killed in the middle of what they do. */
    @Test
    void norWhenNodesAreKilled() {
        walk(seed(), 250, 24, true);
    }

    @Test
    @Tag("long")
    void aLongWalk() {
        for (int i = 0; i < 10; i++) {
            walk(seed(), 20_000, 400, false);
        }
    }

    @Test
    @Tag("long")
    void aLongWalkWithManyKills() {
        for (int i = 0; i < 5; i++) {
            walk(seed(), 10_000, 200, true);
        }
    }

    private static void walk(long seed, int steps, int fans, boolean apart) {
        try (Walk walk = new Walk(stores, seed, fans, apart, null)) {
            // A walk may happen to set low rates; it goes on until it got somewhere.
            walk.run(steps, fans / 4, 10);
            System.out.println(walk.summary());
            assertThat(walk.complaints()).as("seed " + seed).isEmpty();
            assertThat(walk.called())
                    .as("the walk got somewhere, seed " + seed)
                    .isGreaterThanOrEqualTo(fans / 4);
        }
    }

    @Test
    void withTheLimitOutsideTheScriptItIsPassed() {
        assertThat(found(WithoutGuard.THE_LIMIT_IN_THE_SCRIPT))
                .anyMatch(complaint -> complaint.contains("over the limit"));
    }

    @Test
    void withoutTheBindingAPersonStandsInTwoLines() {
        assertThat(found(WithoutGuard.ONE_LINE_PER_PERSON))
                .anyMatch(complaint -> complaint.contains("stands in two lines"));
    }

    private static List<String> found(WithoutGuard guard) {
        List<String> found = List.of();
        for (int i = 0; i < 3 && found.isEmpty(); i++) {
            try (Walk walk = new Walk(stores, seed(), 60, false, guard)) {
                walk.run(1_500, 0, 1);
                found = walk.complaints();
            }
        }
        return found;
    }
}
