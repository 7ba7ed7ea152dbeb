package onsale.rush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import onsale.platform.StartFailure;
import onsale.rush.Fault.Kind;
import onsale.rush.Fault.Subject;
import onsale.rush.Injector.Done;
import onsale.rush.Prober.Probe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Profiles, plans of faults, choices of seats, and how recovery is told from probes. */
class PlansTest {

    @Test
    void shippedProfilesAreReadAndTheCrowdComesAsTheySay() {
        for (String name : List.of("evening", "quick", "restless", "waiting")) {
            Profile profile = Profile.load(name);
            SplittableRandom random = new SplittableRandom(1);
            long[] at =
                    random.doubles(10_000)
                            .mapToLong(place -> profile.arrivalNanos(place, 1))
                            .toArray();
            Profile.Stretch first = profile.arrival().getFirst();
            double inFirst = 0;
            for (long one : at) {
                assertThat(one).isBetween(0L, profile.arrivals().toNanos());
                inFirst += one < first.during().toNanos() ? 1.0 / at.length : 0;
            }
            assertThat(inFirst).isBetween(first.share() - 0.03, first.share() + 0.03);
        }
    }

    @Test
    void aProfileThatNobodyUnderstandsIsRefused(@TempDir Path directory) throws Exception {
        String good;
        try (var in = Profile.class.getResourceAsStream("profiles/quick.properties")) {
            assertThat(in).isNotNull();
            good = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, String> bad :
                Map.of(
                                good.replace("abandon           = 5%", "abandon = 500%"),
                                "abandon",
                                good.replace("poll              = 1s", "poll = soon"),
                                "poll",
                                good.replace("6s:60%", "6s:61%"),
                                "not 100 % together",
                                good.replace("hold              = 60s", ""),
                                "lacks hold",
                                good + "\nmood = 5%",
                                "unknown lines: [mood]")
                        .entrySet()) {
            Path file = Files.writeString(directory.resolve("bad.properties"), bad.getKey());
            assertThatThrownBy(() -> Profile.load(file.toString()))
                    .isInstanceOf(StartFailure.class)
                    .hasMessageContaining(bad.getValue());
        }
        assertThatThrownBy(() -> Profile.load("nosuch")).isInstanceOf(StartFailure.class);
    }

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
    void theSameSeedBreaksTheSameThings() {
        assertThat(random(7)).isEqualTo(random(7)).isNotEqualTo(random(8)).isNotEmpty();
    }

    private static List<Fault> random(long seed) {
        return Fault.plan("random", 2, Duration.ofMinutes(1), new SplittableRandom(seed));
    }

    @Test
    void fansWhoGoWhereEverybodyGoesWantTheSameSeats() {
        House house =
                House.of(
                        JsonMapper.builder()
                                .build()
                                .readTree(
                                        """
                                        {"seatIdBase":"x-","count":40,"grades":["S","VIP"],"sections":[
                                          {"rows":[{"first":0,"count":20,"grade":0},
                                                   {"first":20,"count":20,"grade":1}]}]}
                                        """),
                        Map.of("VIP", 100L, "S", 10L));
        SeatMap map = new SeatMap();
        map.read(allFree(40));
        SplittableRandom random = new SplittableRandom(1);

        int dear = 0;
        for (int i = 0; i < 1_000; i++) {
            int[] seats = house.choose(map, 2, true, random);
            assertThat(seats).hasSize(2);
            assertThat(seats[1]).isEqualTo(seats[0] + 1);
            dear += seats[0] >= 20 ? 1 : 0;
        }
        assertThat(dear).isGreaterThan(400);
        assertThat(house.seatIds(new int[] {26, 27})).isEqualTo("\"x-0000001a\",\"x-0000001b\"");
        int[] all = java.util.stream.IntStream.range(0, 40).toArray();
        map.take(java.util.Arrays.copyOf(all, 39));
        assertThat(house.choose(map, 4, true, random)).containsExactly(39);
        map.take(all);
        assertThat(house.choose(map, 1, false, random)).isEmpty();
    }

    private static byte[] allFree(int count) {
        byte[] bytes = new byte[13 + count / 4];
        java.nio.ByteBuffer.wrap(bytes).put((byte) 1).putLong(5).putInt(count);
        return bytes;
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
