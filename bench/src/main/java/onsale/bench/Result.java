package onsale.bench;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of a report.
 *
 * @param value the median of its rounds
 * @param spread half the distance between the lowest and the highest round, in parts of the median
 * @param against what it is compared with, measured in the same run; empty for an absolute figure
 * @param ratio value divided by the other's; NaN without one
 * @param bar the limit in words; empty where the figure is only printed
 */
public record Result(
        String bench,
        String measure,
        double value,
        double spread,
        String unit,
        String against,
        double ratio,
        String bar,
        @Nullable Boolean pass) {

    static Result printed(String bench, String measure, Rounds rounds, String unit) {
        return new Result(
                bench, measure, rounds.median(), rounds.spread(), unit, "", Double.NaN, "", null);
    }

    Result against(String other, double otherValue) {
        return new Result(
                bench, measure, value, spread, unit, other, value / otherValue, bar, pass);
    }

    Result valueAtMost(double limit) {
        return judged("≤ " + number(limit) + " " + unit, value <= limit);
    }

    Result valueAtLeast(double limit) {
        return judged("≥ " + number(limit) + " " + unit, value >= limit);
    }

    Result ratioAtMost(double limit) {
        return judged("≤ " + number(limit) + "×", ratio <= limit);
    }

    Result ratioAtLeast(double limit) {
        return judged("≥ " + number(limit) + "×", ratio >= limit);
    }

    private Result judged(String words, boolean passed) {
        return new Result(bench, measure, value, spread, unit, against, ratio, words, passed);
    }

    String row() {
        return String.format(
                Locale.ROOT,
                "%-10s %-44s %12s %-9s ±%3.0f%%  %-28s %8s  %-14s %s",
                bench,
                measure,
                number(value),
                unit,
                100 * spread,
                against,
                Double.isNaN(ratio) ? "" : number(ratio) + "×",
                bar,
                pass == null ? "" : pass ? "ok" : "MISSED");
    }

    String json() {
        return String.format(
                Locale.ROOT,
                "{\"bench\":\"%s\",\"measure\":\"%s\",\"value\":%s,\"unit\":\"%s\",\"against\":%s,\"ratio\":%s,\"bar\":%s,\"pass\":%s}",
                bench,
                measure,
                value,
                unit,
                against.isEmpty() ? "null" : "\"" + against + "\"",
                Double.isNaN(ratio) ? "null" : String.valueOf(ratio),
                bar.isEmpty() ? "null" : "\"" + bar + "\"",
                pass);
    }

    private static String number(double n) {
        return n >= 100
                ? String.format(Locale.ROOT, "%,.0f", n)
                : String.format(Locale.ROOT, "%.2f", n);
    }
}
