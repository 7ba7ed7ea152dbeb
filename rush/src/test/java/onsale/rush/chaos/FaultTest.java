package onsale.rush.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import onsale.platform.StartFailure;
import onsale.rush.chaos.Fault.Kind;
import onsale.rush.chaos.Fault.Subject;
import org.junit.jupiter.api.Test;

/** Plans of faults. */
class FaultTest {

    @Test
    void aPlanIsReadAsItIsWritten() {
        List<Fault> plan =
                Fault.plan(
                        "10s kill redis 2s, 20s pause node2 1500ms,30s flush redis 0s",
                        3,
                        Duration.ofMinutes(1),
                        new SplittableRandom(1));

        assertThat(plan.toString())
                .isEqualTo("[10s kill redis 2s, 20s pause node2 1500ms, 30s flush redis 0s]");
        for (String bad :
                List.of(
                        "kill redis",
                        "10s kill cat 2s",
                        "10s flush kafka 0s",
                        "5s pause node4 1s")) {
            assertThatThrownBy(() -> Fault.plan(bad, 3, Duration.ZERO, new SplittableRandom(1)))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining(bad);
        }
    }

    @Test
    void everythingIsEveryPartInEveryWay() {
        List<Fault> all = Fault.everything(3);

        assertThat(all.stream().map(Fault::kind).collect(Collectors.toSet()))
                .isEqualTo(EnumSet.allOf(Kind.class));
        for (Subject subject :
                Set.of(Subject.NODE, Subject.REDIS, Subject.KAFKA, Subject.POSTGRES)) {
            assertThat(all.stream().filter(fault -> fault.subject() == subject).map(Fault::kind))
                    .contains(Kind.KILL, Kind.PAUSE, Kind.RESTART);
        }
    }

    @Test
    void aLossIsOneOfAllKindsAndOftenANodeDiesAsWell() {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        int dying = 0;
        for (long seed = 1; seed <= 20; seed++) {
            List<Fault> plan =
                    Fault.plan("loss", 2, Duration.ofSeconds(20), new SplittableRandom(seed));
            assertThat(plan.getFirst().subject()).isEqualTo(Subject.REDIS);
            assertThat(plan.getFirst().at())
                    .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(20));
            plan.stream()
                    .filter(fault -> fault.subject() == Subject.REDIS)
                    .forEach(fault -> kinds.add(fault.kind()));
            dying += plan.stream().anyMatch(fault -> fault.subject() == Subject.NODE) ? 1 : 0;
        }
        assertThat(kinds)
                .containsExactlyInAnyOrder(Kind.KILL, Kind.FLUSH, Kind.OLD_FILES, Kind.EMPTY);
        assertThat(dying).isBetween(5, 15);
    }

    @Test
    void theSameSeedBreaksTheSameThings() {
        assertThat(random(7)).isEqualTo(random(7)).isNotEqualTo(random(8)).isNotEmpty();
    }

    private static List<Fault> random(long seed) {
        return Fault.plan("random", 2, Duration.ofMinutes(1), new SplittableRandom(seed));
    }
}
