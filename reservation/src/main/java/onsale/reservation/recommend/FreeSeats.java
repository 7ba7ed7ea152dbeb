package onsale.reservation.recommend;

import java.util.function.IntPredicate;

/** The seats of a plan that may be proposed at one moment. */
record FreeSeats(SeatingPlan plan, boolean[] free) {

    static FreeSeats of(SeatingPlan plan, IntPredicate isAvailable) {
        boolean[] free = new boolean[plan.seatCount()];
        for (int i = 0; i < free.length; i++) {
            free[i] = !plan.reserved()[i] && isAvailable.test(i);
        }
        return new FreeSeats(plan, free);
    }

    /** How many single free seats would be left if these neighbours were taken. */
    int orphans(SeatingPlan.Row row, int first, int size) {
        int last = first + size - 1;
        boolean left = isFreeBefore(row, first) && !isFreeBefore(row, first - 1);
        boolean right = isFreeAfter(row, last) && !isFreeAfter(row, last + 1);
        return (left ? 1 : 0) + (right ? 1 : 0);
    }

    private boolean isFreeBefore(SeatingPlan.Row row, int seat) {
        return seat > row.first() && plan.joined()[seat] && free[seat - 1];
    }

    private boolean isFreeAfter(SeatingPlan.Row row, int seat) {
        return seat + 1 < row.end() && plan.joined()[seat + 1] && free[seat + 1];
    }

    /** The index of a seat's row. */
    int rowOf(int seat) {
        int low = 0;
        int high = plan.rows().size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (plan.rows().get(middle).first() <= seat) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
