package onsale.reservation.recommend;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import onsale.reservation.recommend.Proposal.Arrangement;

/**
 * Proposes the best free seats for a group: side by side in a row; if there is no such room, in two
 * rows one above the other; if not even that, in two parts of one section. Of equal arrangements
 * those that leave no single seat come first, then those nearest to what is preferred. All seats of
 * a proposal have the same grade, and no two proposals share a seat or, if it can be avoided, a
 * row.
 */
public final class RecommendSeats {

    public static final int PROPOSALS_MAX = 3;

    private RecommendSeats() {}

    /**
     * What a fan wants.
     *
     * @param grade an index into the grades of the plan, or {@link #ANY_GRADE}
     */
    public record Wish(int grade, int count, Preference preference) {

        public static final int ANY_GRADE = -1;
    }

    /** At most three proposals, the best first. */
    public static List<Proposal> run(SeatingPlan plan, IntPredicate isAvailable, Wish wish) {
        FreeSeats free = FreeSeats.of(plan, isAvailable);
        List<Proposal> proposals = new ArrayList<>();
        BitSet usedSeats = new BitSet();
        BitSet usedRows = new BitSet();
        for (int i = 0; i < PROPOSALS_MAX; i++) {
            Optional<Proposal> next = next(free, wish, usedSeats, usedRows);
            if (next.isEmpty()) {
                break;
            }
            proposals.add(next.get());
            next.get()
                    .seats()
                    .forEach(seat -> {
                        usedSeats.set(seat);
                        usedRows.set(free.rowOf(seat));
                    });
        }
        return proposals;
    }

    private static Optional<Proposal> next(
            FreeSeats free, Wish wish, BitSet usedSeats, BitSet usedRows) {
        for (Arrangement arrangement : Arrangement.values()) {
            if (!isAllowed(arrangement, wish)) {
                continue;
            }
            Optional<Proposal> inOtherRows =
                    new FindSeats(free, wish, new BitSet(), usedRows).best(arrangement);
            boolean isGood = inOtherRows.isPresent() && inOtherRows.get().orphans() == 0;
            Optional<Proposal> best =
                    isGood
                            ? inOtherRows
                            : fewerOrphans(
                                    inOtherRows,
                                    new FindSeats(free, wish, usedSeats, new BitSet())
                                            .best(arrangement));
            if (best.isPresent()) {
                return best;
            }
        }
        return Optional.empty();
    }

    private static boolean isAllowed(Arrangement arrangement, Wish wish) {
        return switch (arrangement) {
            case SIDE_BY_SIDE -> true;
            case ABOVE -> wish.count > 1;
            case APART -> wish.count > 1 && wish.preference.allowsApart();
        };
    }

    private static Optional<Proposal> fewerOrphans(
            Optional<Proposal> inOtherRows, Optional<Proposal> anywhere) {
        return inOtherRows
                .filter(one -> anywhere.isEmpty() || one.orphans() <= anywhere.get().orphans())
                .or(() -> anywhere);
    }
}
