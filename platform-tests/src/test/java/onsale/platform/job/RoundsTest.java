package onsale.platform.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RoundsTest {

    private record Thing(UUID id, int version) {}

    private static List<Thing> things(int count) {
        return Stream.generate(() -> new Thing(UUID.randomUUID(), 1)).limit(count).toList();
    }

    private static Rounds<Thing> rounds() {
        return new Rounds<>(10, 4, Thing::id);
    }

    @Test
    void fewAreLookedAtEachTime() {
        Rounds<Thing> rounds = rounds();
        List<Thing> few = things(10);

        for (int run = 0; run < 3; run++) {
            assertThat(rounds.due(few)).containsExactlyInAnyOrderElementsOf(few);
        }
    }

    @Test
    void ofManyEachIsLookedAtAfterABoundedNumberOfRuns() {
        for (int count : List.of(11, 39, 40, 41, 100, 1_003)) {
            Rounds<Thing> rounds = rounds();
            List<Thing> many = things(count);
            assertThat(rounds.due(many)).hasSize(count); // nothing is known at first

            Set<Thing> seen = new HashSet<>();
            for (int run = 0; run < 5; run++) {
                List<Thing> due = rounds.due(many);
                assertThat(due).hasSizeLessThanOrEqualTo(Math.max(10, count / 4 + 1));
                seen.addAll(due);
            }

            assertThat(seen).as("of %d", count).containsAll(many);
        }
    }

    @Test
    void whatIsNewChangedOrBusyIsLookedAtEachTime() {
        Rounds<Thing> rounds = rounds();
        List<Thing> many = new ArrayList<>(things(1_000));
        rounds.due(many);
        Thing busy = many.get(7);
        Thing newer = new Thing(UUID.randomUUID(), 1);
        Thing changed = new Thing(many.get(8).id(), 2);
        rounds.note(busy.id(), true);
        many.set(8, changed);
        many.add(newer);

        assertThat(rounds.due(many).subList(0, 3)).containsExactlyInAnyOrder(busy, changed, newer);
        assertThat(rounds.due(many).getFirst()).isEqualTo(busy);
        rounds.note(busy.id(), false);
        assertThat(rounds.due(many)).hasSize(251);
    }

    @Test
    void afterALossAllAreLookedAt() {
        Rounds<Thing> rounds = rounds();
        List<Thing> many = things(500);
        rounds.due(many);

        rounds.lookAtAll();

        assertThat(rounds.due(many)).hasSize(500);
        assertThat(rounds.due(many)).hasSize(125);
    }
}
