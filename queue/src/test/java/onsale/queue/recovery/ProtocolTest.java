package onsale.queue.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Looks at every state that the protocol of the waiting room can reach, for a few fans, two nodes
 * and a few losses: nobody is overtaken, no more are inside than may be, no fan is lost, and no fan
 * who left or had their turn is put back. From every state all fans still come to their turn.
 */
class ProtocolTest {

    @Test
    void inEveryStateOfTheSmallSize() {
        Explorer explorer = new Explorer(new ProtocolModel(2, 1, Set.of()), 1);
        explorer.run();
        System.out.println("2 fans, 2 nodes, 1 loss: " + explorer.summary());
        assertThat(explorer.found).as(explorer.trace()).isNull();
        assertThat(explorer.states).isGreaterThan(100_000);
    }

    @Test
    @Tag("long")
    void inEveryStateOfTheFullSize() {
        Explorer explorer = new Explorer(new ProtocolModel(3, 2, Set.of()), 64);
        explorer.run();
        System.out.println("3 fans, 2 nodes, 2 losses: " + explorer.summary());
        assertThat(explorer.found).as(explorer.trace()).isNull();
        assertThat(explorer.states).isGreaterThan(5_000_000);
    }

    /** Each guard is needed: without it something is found. */
    @ParameterizedTest
    @EnumSource
    void withoutAGuardSomethingIsFound(ProtocolGuard guard) {
        // without this one fans wait for ever, instead of too many getting in
        int endEvery = guard == ProtocolGuard.KNOWN_EPOCH ? 1 : 0;
        Explorer explorer = new Explorer(new ProtocolModel(2, 2, EnumSet.of(guard)), endEvery);
        explorer.run();
        System.out.println("without " + guard + ": " + explorer.found);
        assertThat(explorer.found).as("found in " + explorer.states + " states").isNotNull();
    }

    /** Searches breadth first, so it finds a fault by the shortest way. */
    private static final class Explorer {
        private static final int STEPS_TO_THE_END_MAX = 200;

        private final ProtocolModel model;
        private final int endEvery;
        private long[] low = new long[1 << 16];
        private long[] high = new long[1 << 16];
        private int[] parent = new int[1 << 16];
        private int[] table = new int[1 << 18];
        private int states;
        private long steps;
        private int at;
        private @Nullable String found;
        private int foundAt = -1;
        private final long startNanos = System.nanoTime();

        /**
         * @param endEvery from one in so many states it is checked that all fans come to their
         *     turn; 0 for none
         */
        Explorer(ProtocolModel model, int endEvery) {
            this.model = model;
            this.endEvery = endEvery;
        }

        void run() {
            Arrays.fill(table, -1);
            ProtocolState state = model.first();
            add(state);
            for (at = 0; at < states && found == null; at++) {
                state.set(low[at], high[at]);
                model.each(
                        state,
                        false,
                        (name, next) -> {
                            steps++;
                            if (found == null && model.wrong() != null) {
                                found = model.wrong();
                                foundAt = at;
                            }
                            add(next);
                        });
                if (endEvery > 0 && at % endEvery == 0 && found == null) {
                    end();
                }
            }
        }

        /** WithoutGuard more faults everybody comes to their turn. */
        private void end() {
            ProtocolState state = model.first();
            state.set(low[at], high[at]);
            long[] next = new long[2];
            for (int i = 0; i < STEPS_TO_THE_END_MAX && !state.isDone(); i++) {
                long[] before = {state.low(), state.high()};
                next[0] = -1;
                model.each(
                        state,
                        true,
                        (name, to) -> {
                            if (next[0] == -1 && model.wrong() == null) {
                                next[0] = to.low();
                                next[1] = to.high();
                            }
                        });
                if (next[0] == -1) {
                    break;
                }
                state.set(next[0], next[1]);
                if (before[0] == next[0] && before[1] == next[1]) {
                    break;
                }
            }
            if (!state.isDone()) {
                found = "somebody waits for ever: " + state;
                foundAt = at;
            }
        }

        private void add(ProtocolState state) {
            long a = state.low();
            long b = state.high();
            int slot = slot(a, b);
            while (table[slot] >= 0) {
                if (low[table[slot]] == a && high[table[slot]] == b) {
                    return;
                }
                slot = slot + 1 & table.length - 1;
            }
            if (states == low.length) {
                low = Arrays.copyOf(low, states * 2);
                high = Arrays.copyOf(high, states * 2);
                parent = Arrays.copyOf(parent, states * 2);
            }
            low[states] = a;
            high[states] = b;
            parent[states] = at;
            table[slot] = states++;
            if (states * 2 > table.length) {
                grow();
            }
        }

        private void grow() {
            table = new int[table.length * 2];
            Arrays.fill(table, -1);
            for (int i = 0; i < states; i++) {
                int slot = slot(low[i], high[i]);
                while (table[slot] >= 0) {
                    slot = slot + 1 & table.length - 1;
                }
                table[slot] = i;
            }
        }

        private int slot(long a, long b) {
            long hash = (a * 0x9E3779B97F4A7C15L ^ b) * 0xC2B2AE3D27D4EB4FL;
            return (int) (hash >>> 32) & table.length - 1;
        }

        String summary() {
            return "%,d states, %,d steps, %.1f s"
                    .formatted(states, steps, (System.nanoTime() - startNanos) / 1e9);
        }

        /** The way to what was found. */
        String trace() {
            List<String> way = new ArrayList<>();
            ProtocolState state = model.first();
            for (int i = foundAt; i > 0; i = parent[i]) {
                state.set(low[i], high[i]);
                way.addFirst(state.toString());
            }
            return found + " after\n" + String.join("\n", way);
        }
    }
}
