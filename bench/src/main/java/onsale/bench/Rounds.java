package onsale.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The rounds of one measure; the median counts, because machines are noisy. */
final class Rounds {

    private final List<Double> values = new ArrayList<>();

    static Rounds of(double only) {
        Rounds rounds = new Rounds();
        rounds.add(only);
        return rounds;
    }

    void add(double value) {
        values.add(value);
    }

    /** Compares round by round, since noise in a round hits both. */
    Rounds dividedBy(Rounds other) {
        Rounds ratios = new Rounds();
        for (int i = 0; i < values.size(); i++) {
            ratios.add(values.get(i) / other.values.get(i));
        }
        return ratios;
    }

    Rounds plus(Rounds other) {
        Rounds sums = new Rounds();
        for (int i = 0; i < values.size(); i++) {
            sums.add(values.get(i) + other.values.get(i));
        }
        return sums;
    }

    double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Returns an upper bound of the true median that holds in 39 of 40 runs. */
    double medianAtMost() {
        List<Double> sorted = sorted();
        int n = sorted.size();
        return sorted.get((int) Math.min(n - 1, Math.ceil(n / 2.0 + 0.98 * Math.sqrt(n))));
    }

    private List<Double> sorted() {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted;
    }

    double spread() {
        double distance = Collections.max(values) - Collections.min(values);
        return distance == 0 ? 0 : distance / 2 / median();
    }
}
