package onsale.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import onsale.platform.redis.LuaScript;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Three nodes, many fans, everything that can happen in any order, and a checker that only looks.
 */
class WalkTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static long seed() {
        return Long.getLong("walk.seed", new Random().nextLong());
    }

    @Test
    void nobodyIsOvertakenAndNoLimitIsPassed() throws Exception {
        walk(seed(), 1_800, 60);
    }

    @Test
    @Tag("long")
    void aLongWalk() throws Exception {
        for (int i = 0; i < 10; i++) {
            walk(seed(), 20_000, 400);
        }
    }

    private static void walk(long seed, int steps, int fans) throws Exception {
        try (Walk walk = new Walk(stores, seed, fans, null)) {
            walk.run(steps, 10);
            System.out.println(walk.summary());
            assertThat(walk.complaints()).as("seed " + seed).isEmpty();
            assertThat(walk.called()).as("the walk got somewhere").isGreaterThan(fans / 4);
        }
    }

    /** With the limit looked up first and given to the script, as one would without thinking. */
    @Test
    void withTheLimitOutsideTheScriptItIsPassed() throws Exception {
        LuaScript outside = LuaScript.guarded(WalkTest.class, "admit-outside.lua");
        List<String> found = List.of();
        for (int i = 0; i < 3 && found.isEmpty(); i++) {
            try (Walk walk = new Walk(stores, seed(), 60, outside)) {
                walk.run(1_500, 1);
                found = walk.complaints();
            }
        }
        assertThat(found).anyMatch(complaint -> complaint.contains("over the limit"));
    }
}
