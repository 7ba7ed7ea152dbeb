package onsale.reservation.recommend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import onsale.reservation.recommend.Proposal.Arrangement;
import onsale.reservation.recommend.RecommendSeats.Wish;

/**
 * Looks at every set of seats of a small hall, with rules written anew: it shares the plan with the
 * code under test and nothing else.
 */
final class BruteForce {

    /** How good a set of seats is: its arrangement, the single seats it leaves, its penalty. */
    record Found(Arrangement arrangement, int orphans, double penalty) {

        boolean isBetterThan(Found other) {
            if (arrangement != other.arrangement) {
                return arrangement.compareTo(other.arrangement) < 0;
            }
            return orphans != other.orphans ? orphans < other.orphans : penalty < other.penalty;
        }
    }

    private final SeatingPlan plan;
    private final boolean[] available;
    private final Wish wish;

    BruteForce(SeatingPlan plan, boolean[] available, Wish wish) {
        this.plan = plan;
        this.available = available;
        this.wish = wish;
    }

    Optional<Found> best() {
        List<Found> all = new ArrayList<>();
        choose(new TreeSet<>(), 0, all);
        return all.stream().reduce((a, b) -> b.isBetterThan(a) ? b : a);
    }

    private void choose(TreeSet<Integer> chosen, int from, List<Found> all) {
        if (chosen.size() == wish.count()) {
            judge(List.copyOf(chosen)).ifPresent(all::add);
            return;
        }
        for (int seat = from; seat < plan.seatCount(); seat++) {
            if (isFree(seat) && (wish.grade() < 0 || plan.gradeOf()[seat] == wish.grade())) {
                chosen.add(seat);
                choose(chosen, seat + 1, all);
                chosen.remove(seat);
            }
        }
    }

    /** What a set of seats is, or nothing if it must not be proposed. */
    Optional<Found> judge(List<Integer> seats) {
        if (seats.stream().mapToInt(seat -> plan.gradeOf()[seat]).distinct().count() > 1) {
            return Optional.empty();
        }
        List<List<Integer>> parts = parts(seats);
        if (parts.size() == 1) {
            return Optional.of(found(Arrangement.SIDE_BY_SIDE, parts));
        }
        boolean halves =
                parts.size() == 2
                        && Math.abs(parts.getFirst().size() - parts.getLast().size()) <= 1
                        && row(parts.getFirst()) != row(parts.getLast())
                        && section(parts.getFirst()) == section(parts.getLast());
        if (!halves) {
            return Optional.empty();
        }
        boolean above =
                Math.abs(row(parts.getFirst()) - row(parts.getLast())) == 1
                        && Math.abs(middle(parts.getFirst()) - middle(parts.getLast())) <= 0.5;
        if (above) {
            return Optional.of(found(Arrangement.ABOVE, parts));
        }
        return wish.preference() == Preference.TOGETHER
                ? Optional.empty()
                : Optional.of(found(Arrangement.APART, parts));
    }

    private List<List<Integer>> parts(List<Integer> seats) {
        List<List<Integer>> parts = new ArrayList<>();
        for (int seat : seats) {
            if (parts.isEmpty() || parts.getLast().getLast() != seat - 1 || !plan.joined()[seat]) {
                parts.add(new ArrayList<>());
            }
            parts.getLast().add(seat);
        }
        return parts;
    }

    private Found found(Arrangement arrangement, List<List<Integer>> parts) {
        double penalty = 0;
        int orphans = 0;
        for (List<Integer> part : parts) {
            penalty += penalty(part) * part.size() / wish.count();
            orphans += orphans(part);
        }
        return new Found(arrangement, orphans, penalty);
    }

    private double penalty(List<Integer> part) {
        double away =
                part.stream().mapToDouble(seat -> plan.fromMiddle()[seat]).average().orElseThrow();
        boolean aisle =
                part.stream().anyMatch(seat -> isAlone(seat - 1, seat) || isAlone(seat + 1, seat));
        return wish.preference().penalty(plan.rows().get(row(part)).fromFront(), away, aisle);
    }

    /** Whether there is no seat on this side. */
    private boolean isAlone(int neighbour, int seat) {
        return neighbour < 0
                || neighbour >= plan.seatCount()
                || row(List.of(neighbour)) != row(List.of(seat))
                || !plan.joined()[Math.max(neighbour, seat)];
    }

    /** Free seats beside a part whose other neighbour is not free. */
    int orphans(List<Integer> part) {
        int count = 0;
        for (int side : new int[] {-1, 1}) {
            int end = side < 0 ? part.getFirst() : part.getLast();
            int beside = end + side;
            if (!isAlone(beside, end) && isFree(beside)) {
                int next = beside + side;
                count += isAlone(next, beside) || !isFree(next) ? 1 : 0;
            }
        }
        return count;
    }

    private boolean isFree(int seat) {
        return available[seat] && !plan.reserved()[seat];
    }

    private int row(List<Integer> part) {
        int row = 0;
        while (plan.rows().get(row).end() <= part.getFirst()) {
            row++;
        }
        return row;
    }

    private int section(List<Integer> part) {
        return plan.rows().get(row(part)).section();
    }

    private double middle(List<Integer> part) {
        return (plan.position()[part.getFirst()] + plan.position()[part.getLast()]) / 2.0;
    }
}
