package onsale.rush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import onsale.rush.Prober.Probe;
import onsale.rush.chaos.Fault;
import onsale.rush.chaos.Fault.Kind;
import onsale.rush.chaos.Fault.Subject;
import onsale.rush.chaos.Injector.Done;
import org.junit.jupiter.api.Test;

/** How long faults were felt, by probes and by the line. */
class RecoveryTest {

    @Test
    void aLineStandsStillFromTheFaultOfRedisUntilItIsOpen() {
        List<Done> faults =
                List.of(
                        done("3s kill redis 1s"),
                        done("4s kill node 1s"),
                        done("9s flush redis 0s"));

        assertThat(
                        LineWatch.stoodStill(
                                List.of(
                                        look(1, "RESTORING"), // before anything was hurt
                                        look(2, "OPEN"),
                                        look(3.5, "RESTORING"),
                                        look(5, "RETURNING"),
                                        look(7.5, "OPEN"),
                                        look(9.5, "RETURNING"),
                                        look(10, "OPEN"),
                                        look(20.5, "OPEN"),
                                        look(21, "RESTORING"), // long after: not since the fault
                                        look(22.5, "OPEN")),
                                faults))
                .containsExactly(4.5, 1.0, 2.0);
    }

    private static LineWatch.Look look(double at, String state) {
        return new LineWatch.Look(at, state, 0, 0, 0);
    }

    private static Done done(String text) {
        Fault fault = Fault.plan(text, 1, Duration.ZERO, new SplittableRandom(1)).getFirst();
        return new Done(fault, fault.at().toNanos(), fault.at().toNanos(), null);
    }

    @Test
    void aFaultIsFeltUntilTheLastSlowPurchase() {
        Done fault =
                new Done(
                        new Fault(
                                Duration.ofSeconds(10),
                                Kind.KILL,
                                Subject.REDIS,
                                0,
                                Duration.ofSeconds(2)),
                        seconds(10),
                        seconds(12),
                        null);
        List<Probe> probes =
                List.of(
                        new Probe(seconds(1), seconds(1.3), "", ""),
                        new Probe(seconds(9), seconds(14), "", ""),
                        new Probe(seconds(11), seconds(15.5), "", ""),
                        new Probe(seconds(15), seconds(15.3), "", ""));

        Recovery recovery = Recovery.of(List.of(fault), probes, 2).getFirst();

        assertThat(recovery.seconds()).isEqualTo(5.5);
        assertThat(recovery.again()).isTrue();
        assertThat(Recovery.of(List.of(fault), probes.subList(0, 3), 2).getFirst().again())
                .isFalse();
        assertThat(Recovery.of(List.of(fault), probes.subList(0, 1), 2).getFirst().seconds())
                .isZero();
    }

    @Test
    void whatIsSlowLaterIsNotTheFaultsDoing() {
        Done fault =
                new Done(
                        new Fault(
                                Duration.ofSeconds(10),
                                Kind.KILL,
                                Subject.REDIS,
                                0,
                                Duration.ofSeconds(2)),
                        seconds(10),
                        seconds(12),
                        null);
        List<Probe> probes =
                List.of(
                        new Probe(seconds(11), seconds(15.5), "", ""),
                        new Probe(seconds(12), seconds(12.3), "", ""),
                        new Probe(seconds(13), seconds(15.8), "the hold", ""),
                        new Probe(seconds(16), seconds(16.3), "", ""),
                        new Probe(seconds(17), seconds(17.3), "", ""),
                        new Probe(seconds(18), seconds(18.3), "", ""),
                        new Probe(seconds(19), seconds(19.3), "", ""),
                        new Probe(seconds(40), seconds(60), "", ""));

        assertThat(Recovery.of(List.of(fault), probes, 2).getFirst().seconds())
                .isCloseTo(5.8, within(0.001));
    }

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }
}
