package onsale.reservation.recommend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import onsale.contracts.InventoryComplete.BestSeats;
import onsale.contracts.InventoryComplete.Seating;
import onsale.reservation.recommend.Proposal.Arrangement;
import onsale.reservation.recommend.RecommendSeats.Wish;
import onsale.reservation.recommend.SeatingPlanner.SeatRow;
import org.junit.jupiter.api.Test;

class RecommendSeatsTest {

    private static final int HALLS = 1_000;

    private static Wish wish(Random random) {
        return new Wish(
                random.nextInt(3) == 0 ? 0 : Wish.ANY_GRADE,
                1 + random.nextInt(4),
                Preference.values()[random.nextInt(Preference.values().length)]);
    }

    @Test
    void theFirstProposalIsTheBestOfAllSetsOfSeats() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int proposed = 0;
        for (int i = 0; i < HALLS; i++) {
            RandomHall hall = RandomHall.of(random);
            Wish wish = wish(random);

            List<Proposal> proposals =
                    RecommendSeats.run(hall.plan(), seat -> hall.available()[seat], wish);

            Optional<BruteForce.Found> best =
                    new BruteForce(hall.plan(), hall.available(), wish).best();
            assertThat(proposals.isEmpty())
                    .as("seed %d, hall %d", seed, i)
                    .isEqualTo(best.isEmpty());
            if (best.isPresent()) {
                proposed++;
                Proposal first = proposals.getFirst();
                assertThat(first.arrangement())
                        .as("seed %d, hall %d", seed, i)
                        .isEqualTo(best.get().arrangement());
                assertThat(first.orphans())
                        .as("seed %d, hall %d", seed, i)
                        .isEqualTo(best.get().orphans());
                assertThat(first.penalty())
                        .as("seed %d, hall %d", seed, i)
                        .isCloseTo(best.get().penalty(), within(1e-6));
            }
        }
        assertThat(proposed).as("halls with room").isGreaterThan(HALLS / 3);
    }

    @Test
    void noProposalHasATakenSeatOrSharesOneOrHidesASingleSeat() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < HALLS; i++) {
            RandomHall hall = RandomHall.of(random);
            Wish wish = wish(random);
            BruteForce rules = new BruteForce(hall.plan(), hall.available(), wish);
            Set<Integer> seen = new HashSet<>();

            for (Proposal one :
                    RecommendSeats.run(hall.plan(), seat -> hall.available()[seat], wish)) {
                assertThat(one.seats())
                        .as("seed %d, hall %d", seed, i)
                        .hasSize(wish.count())
                        .allMatch(seat -> hall.available()[seat])
                        .allMatch(seat -> !hall.plan().reserved()[seat])
                        .allMatch(seen::add);
                assertThat(rules.judge(one.seats()))
                        .as("seed %d, hall %d", seed, i)
                        .hasValueSatisfying(found -> {
                            assertThat(found.arrangement()).isEqualTo(one.arrangement());
                            assertThat(found.orphans()).isEqualTo(one.orphans());
                        });
            }
        }
    }

    /** The canary: without the rule about single seats, the brute force would notice. */
    @Test
    void theNearestSeatsWouldLeaveASingleSeat() {
        SeatingPlan plan = row(5);
        boolean[] free = {true, true, true, true, true};

        Proposal proposed =
                RecommendSeats.run(plan, seat -> free[seat], new Wish(-1, 3, Preference.CENTRE))
                        .getFirst();

        BruteForce rules = new BruteForce(plan, free, new Wish(-1, 3, Preference.CENTRE));
        assertThat(rules.judge(List.of(1, 2, 3)).orElseThrow().penalty())
                .isLessThan(proposed.penalty());
        assertThat(rules.judge(List.of(1, 2, 3)).orElseThrow().orphans()).isEqualTo(2);
        assertThat(proposed.seats()).containsExactly(0, 1, 2);
        assertThat(proposed.orphans()).isZero();
    }

    @Test
    void aGroupThatFitsInNoRowSitsInTwoRowsOneAboveTheOther() {
        List<SeatRow> seats =
                IntStream.range(0, 4)
                        .mapToObj(i ->
                                new SeatRow("1F", "A", "row " + i / 2, "" + (1 + i % 2), "R", ""))
                        .toList();

        List<Proposal> proposals =
                RecommendSeats.run(
                        SeatingPlanner.plan(seats, null),
                        _ -> true,
                        new Wish(-1, 4, Preference.TOGETHER));

        assertThat(proposals).hasSize(1);
        assertThat(proposals.getFirst().arrangement()).isEqualTo(Arrangement.ABOVE);
        assertThat(WhySeats.in("en-GB").of(proposals.getFirst()))
                .isEqualTo(
                        "4 in two rows, one above the other · 1 seats from the centre · row 1 of"
                                + " the section · at the aisle");
    }

    @Test
    void theSectionConfigurationSaysWhichSeatsAreBest() {
        Seating high = seating(new BestSeats("1F", "A", null, 1, 9, "high", null, null, null));
        Seating ideal = seating(new BestSeats("1F", "A", null, 1, 9, "middle", 3.0, null, null));
        Seating special =
                seating(
                        new BestSeats("1F", "A", null, 1, 9, "high", null, null, null),
                        new BestSeats("1F", "A", "row 0", 1, 9, "low", null, null, null));

        assertThat(best(high)).containsExactly(8);
        assertThat(best(ideal)).containsExactly(2);
        assertThat(best(special)).containsExactly(0);
    }

    @Test
    void theWordsAreKoreanUnlessEnglishIsAskedFor() {
        Proposal proposal =
                RecommendSeats.run(row(9), _ -> true, new Wish(-1, 1, Preference.CENTRE))
                        .getFirst();

        assertThat(WhySeats.in(null).of(proposal)).isEqualTo("1석 · 정중앙 · 구역 앞에서 1번째 줄");
        assertThat(WhySeats.in("en").of(proposal))
                .isEqualTo("One seat · dead centre · row 1 of the section");
    }

    private static List<Integer> best(Seating seating) {
        return RecommendSeats.run(
                        SeatingPlanner.plan(seats(9), seating),
                        _ -> true,
                        new Wish(-1, 1, Preference.CENTRE))
                .getFirst()
                .seats();
    }

    private static Seating seating(BestSeats... best) {
        return new Seating(List.of(), List.of(), List.of(), List.of(best));
    }

    private static SeatingPlan row(int count) {
        return SeatingPlanner.plan(seats(count), null);
    }

    private static List<SeatRow> seats(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> new SeatRow("1F", "A", "row 0", "" + number, "R", ""))
                .toList();
    }
}
