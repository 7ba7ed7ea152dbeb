package onsale.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The same measure taken several times; noisy machines are judged by the middle one. */
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

    double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** What the true median does not exceed, in 39 of 40 runs. */
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
        return (Collections.max(values) - Collections.min(values)) / 2 / median();
    }
}
