package onsale.reservation.recommend;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import onsale.reservation.recommend.Proposal.Arrangement;
import onsale.reservation.recommend.RecommendSeats.Wish;
import onsale.reservation.recommend.SeatingPlan.Row;
import org.jspecify.annotations.Nullable;

/** Finds the best seats of one arrangement, in one pass over all rows. */
final class FindSeats {

    /** Part of a proposal: neighbours in one row. */
    private record Part(int row, int first, int size, int orphans, double penalty) {

        boolean isBetterThan(@Nullable Part other) {
            return other == null
                    || (orphans != other.orphans
                            ? orphans < other.orphans
                            : penalty < other.penalty);
        }
    }

    private final SeatingPlan plan;
    private final FreeSeats free;
    private final Wish wish;
    private final BitSet leftOutSeats;
    private final BitSet leftOutRows;

    FindSeats(FreeSeats free, Wish wish, BitSet leftOutSeats, BitSet leftOutRows) {
        this.plan = free.plan();
        this.free = free;
        this.wish = wish;
        this.leftOutSeats = leftOutSeats;
        this.leftOutRows = leftOutRows;
    }

    Optional<Proposal> best(Arrangement arrangement) {
        return switch (arrangement) {
            case SIDE_BY_SIDE -> sideBySide();
            case ABOVE -> above();
            case APART -> apart();
        };
    }

    private Optional<Proposal> sideBySide() {
        @Nullable Part best = null;
        for (int row = 0; row < plan.rows().size(); row++) {
            if (!leftOutRows.get(row)) {
                best = bestIn(row, wish.count(), best);
            }
        }
        return best == null ? Optional.empty() : Optional.of(proposal(best));
    }

    private @Nullable Part bestIn(int row, int size, @Nullable Part bestSoFar) {
        @Nullable Part best = bestSoFar;
        Row at = plan.rows().get(row);
        for (int first = at.first(); first + size <= at.end(); first++) {
            if (fits(first, size)) {
                Part part = part(row, first, size);
                best = part.isBetterThan(best) ? part : best;
            }
        }
        return best;
    }

    /** Whether these seats may be proposed: free, beside each other and of one wanted grade. */
    private boolean fits(int first, int size) {
        int grade = plan.gradeOf()[first];
        if (wish.grade() != Wish.ANY_GRADE && wish.grade() != grade) {
            return false;
        }
        for (int i = first; i < first + size; i++) {
            if (!free.free()[i]
                    || leftOutSeats.get(i)
                    || plan.gradeOf()[i] != grade
                    || (i > first && !plan.joined()[i])) {
                return false;
            }
        }
        return true;
    }

    private Part part(int row, int first, int size) {
        Row at = plan.rows().get(row);
        return new Part(
                row,
                first,
                size,
                free.orphans(at, first, size),
                wish.preference()
                        .penalty(
                                at.fromFront(),
                                fromMiddle(first, size),
                                plan.isAtAisle(at, first, size)));
    }

    private double fromMiddle(int first, int size) {
        double sum = 0;
        for (int i = first; i < first + size; i++) {
            sum += plan.fromMiddle()[i];
        }
        return sum / size;
    }

    // ---- two parts: the larger one first

    private int larger() {
        return (wish.count() + 1) / 2;
    }

    private int smaller() {
        return wish.count() / 2;
    }

    private Optional<Proposal> above() {
        @Nullable Proposal best = null;
        for (int row = 0; row < plan.rows().size(); row++) {
            Row at = plan.rows().get(row);
            for (int first = at.first(); first + larger() <= at.end(); first++) {
                if (leftOutRows.get(row) || !fits(first, larger())) {
                    continue;
                }
                Part part = part(row, first, larger());
                for (int other : new int[] {row - 1, row + 1}) {
                    for (Part beside : alignedWith(part, other)) {
                        Proposal found = proposal(Arrangement.ABOVE, part, beside);
                        best = best == null || found.isBetterThan(best) ? found : best;
                    }
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** Parts of the other row that are above or below this one, at most half a seat aside. */
    private List<Part> alignedWith(Part part, int otherRow) {
        List<Part> aligned = new ArrayList<>(2);
        if (otherRow < 0
                || otherRow >= plan.rows().size()
                || leftOutRows.get(otherRow)
                || plan.rows().get(otherRow).section() != plan.rows().get(part.row).section()) {
            return aligned;
        }
        Row other = plan.rows().get(otherRow);
        double middle = middle(part.first, part.size);
        int near = nearest(other, middle);
        int from = Math.max(other.first(), near - smaller() - 1);
        for (int first = from; first <= near + 1 && first + smaller() <= other.end(); first++) {
            if (Math.abs(middle(first, smaller()) - middle) <= 0.5
                    && plan.gradeOf()[first] == plan.gradeOf()[part.first]
                    && fits(first, smaller())) {
                aligned.add(part(otherRow, first, smaller()));
            }
        }
        return aligned;
    }

    private double middle(int first, int size) {
        return (plan.position()[first] + plan.position()[first + size - 1]) / 2.0;
    }

    /** A seat of a row, whose positions only rise or only fall, close to a position. */
    private int nearest(Row row, double position) {
        int low = row.first();
        int high = row.end() - 1;
        boolean rising = plan.position()[high] >= plan.position()[low];
        while (low < high) {
            int middle = (low + high) / 2;
            if ((plan.position()[middle] < position) == rising
                    && plan.position()[middle] != position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Optional<Proposal> apart() {
        @Nullable Proposal best = null;
        for (int from = 0; from < plan.rows().size(); ) {
            int to = from + 1;
            int section = plan.rows().get(from).section();
            while (to < plan.rows().size() && plan.rows().get(to).section() == section) {
                to++;
            }
            for (int grade = 0; grade < plan.grades().size(); grade++) {
                if (wish.grade() == Wish.ANY_GRADE || wish.grade() == grade) {
                    @Nullable Proposal found = apart(from, to, grade);
                    best =
                            found != null && (best == null || found.isBetterThan(best))
                                    ? found
                                    : best;
                }
            }
            from = to;
        }
        return Optional.ofNullable(best);
    }

    /** The best two parts of different rows: a part of the best two rows for each size. */
    private @Nullable Proposal apart(int fromRow, int toRow, int grade) {
        FindSeats ofGrade =
                new FindSeats(
                        free,
                        new Wish(grade, wish.count(), wish.preference()),
                        leftOutSeats,
                        leftOutRows);
        List<Part> large = ofGrade.bestTwoRows(fromRow, toRow, larger());
        List<Part> small = ofGrade.bestTwoRows(fromRow, toRow, smaller());
        @Nullable Proposal best = null;
        for (Part one : large) {
            for (Part two : small) {
                if (one.row != two.row) {
                    Proposal found = proposal(Arrangement.APART, one, two);
                    best = best == null || found.isBetterThan(best) ? found : best;
                }
            }
        }
        return best;
    }

    private List<Part> bestTwoRows(int fromRow, int toRow, int size) {
        @Nullable Part first = null;
        @Nullable Part second = null;
        for (int row = fromRow; row < toRow; row++) {
            @Nullable Part best = leftOutRows.get(row) ? null : bestIn(row, size, null);
            if (best != null && best.isBetterThan(first)) {
                second = first;
                first = best;
            } else if (best != null && best.isBetterThan(second)) {
                second = best;
            }
        }
        return Stream.of(Optional.ofNullable(first), Optional.ofNullable(second))
                .flatMap(Optional::stream)
                .toList();
    }

    private Proposal proposal(Part part) {
        return new Proposal(
                Arrangement.SIDE_BY_SIDE,
                seats(part).boxed().toList(),
                part.orphans,
                part.penalty,
                fromMiddle(part.first, part.size),
                plan.rows().get(part.row).inSection() + 1,
                isAtAisle(part));
    }

    private Proposal proposal(Arrangement arrangement, Part one, Part two) {
        int count = one.size + two.size;
        Row row = plan.rows().get(Math.min(one.row, two.row));
        return new Proposal(
                arrangement,
                IntStream.concat(seats(one), seats(two)).sorted().boxed().toList(),
                one.orphans + two.orphans,
                (one.penalty * one.size + two.penalty * two.size) / count,
                (fromMiddle(one.first, one.size) * one.size
                                + fromMiddle(two.first, two.size) * two.size)
                        / count,
                row.inSection() + 1,
                isAtAisle(one) || isAtAisle(two));
    }

    private static IntStream seats(Part part) {
        return IntStream.range(part.first, part.first + part.size);
    }

    private boolean isAtAisle(Part part) {
        return plan.isAtAisle(plan.rows().get(part.row), part.first, part.size);
    }
}
