package onsale.rush;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import onsale.checker.CheckResult;
import onsale.rush.chaos.Injector;
import onsale.rush.fan.Measures;
import onsale.rush.fan.Measures.Event;
import onsale.rush.fan.Op;
import onsale.rush.fan.Profile;
import onsale.rush.platform.Costs;
import onsale.rush.platform.Cpu;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The result of a rehearsal.
 *
 * @param checked what the checker found; null if it could not read the stores
 * @param stretch factor by which fans came more slowly than in the profile, to meet all faults
 */
public record Result(
        RushOptions options,
        Profile profile,
        double stretch,
        int seats,
        Measures measures,
        Cpu cpu,
        List<Injector.Done> faults,
        List<Prober.Probe> probes,
        List<LineWatch.Look> line,
        @Nullable CheckResult checked,
        double preparedSeconds,
        double saleSeconds,
        double settledSeconds,
        List<Costs.Cost> costs) {

    private static final int BUSY_STRETCH = 10;
    private static final double FULLY_BUSY = 0.85;
    private static final int SHARES_SHOWN = 4;

    /** Whether no rule is broken and the platform has recovered from every fault. */
    public boolean isClean() {
        return checked != null && checked.isClean() && failedFaults().isEmpty() && isWellAtTheEnd();
    }

    /** The result in one sentence. */
    String sentence() {
        if (checked == null) {
            return "NOT CHECKED: the stores of the target were not given";
        }
        if (!checked.isClean()) {
            return "BROKEN: " + checked.broken().size() + " promises";
        }
        if (!failedFaults().isEmpty()) {
            return "UNFINISHED: faults could not be made: " + failedFaults();
        }
        return isWellAtTheEnd() ? "CLEAN" : "NOT RECOVERED after the last fault";
    }

    public long soldSeats() {
        return measures.total(Event.SOLD) - measures.total(Event.GIVEN_BACK);
    }

    /** Whether every seat was sold at some moment; some may have been given back later. */
    public boolean isSoldOut() {
        return soldOutSeconds().isPresent();
    }

    OptionalInt soldOutSeconds() {
        int sold = 0;
        for (Map.Entry<Integer, Measures.Second> second : measures.seconds().entrySet()) {
            sold += second.getValue().count(Event.SOLD) - second.getValue().count(Event.GIVEN_BACK);
            if (sold >= seats) {
                return OptionalInt.of(second.getKey() + 1);
            }
        }
        return OptionalInt.empty();
    }

    /** Says what limited the sale, as far as it can be seen from outside. */
    String limit() {
        int cores = Runtime.getRuntime().availableProcessors();
        double[] busiest = busiestStretch();
        if (busiest[1] <= 0) {
            return "Too short to say what limited it.";
        }
        double busy = busiest[0] / cores;
        Map<String, Double> all = cpuSeconds();
        double sum = all.values().stream().mapToDouble(seconds -> seconds).sum();
        String shares =
                all.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                        .limit(SHARES_SHOWN)
                        .map(one ->
                                String.format(
                                        Locale.ROOT,
                                        "%s %.0f %%",
                                        one.getKey(),
                                        100 * one.getValue() / Math.max(1e-9, sum)))
                        .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%s: in the busiest %.0f s these processes took %.0f %% of %d cores. Of all processor time: %s.",
                busy > FULLY_BUSY
                        ? "The processor was the limit"
                        : "The processor was not the limit, the fans' own pace was",
                busiest[1],
                100 * busy,
                cores,
                shares);
    }

    /** Returns the cores used in the busiest stretch, and its seconds. */
    private double[] busiestStretch() {
        List<Cpu.Look> looks = cpu.looks();
        double most = 0;
        double span = 0;
        int start = 0;
        for (Cpu.Look to : looks) {
            // by the clock, since after a stall many samples come at once
            while (start + 1 < looks.size()
                    && to.atSeconds() - looks.get(start + 1).atSeconds() >= BUSY_STRETCH) {
                start++;
            }
            Cpu.Look from = looks.get(start);
            double took = to.atSeconds() - from.atSeconds();
            if (took < BUSY_STRETCH) {
                continue;
            }
            double cores = (sum(to) - sum(from)) / Math.max(1e-9, took);
            if (cores > most) {
                most = cores;
                span = took;
            }
        }
        return new double[] {most, span};
    }

    private static double sum(Cpu.Look look) {
        return look.seconds().values().stream().mapToDouble(seconds -> seconds).sum();
    }

    double usualSeconds() {
        return Recovery.usualSeconds(probes, faults);
    }

    public List<Recovery> recoveries() {
        return Recovery.of(faults, probes, usualSeconds());
    }

    /** Returns for how long nobody was called, after each fault of Redis. */
    public List<Double> lineSeconds() {
        return LineWatch.stoodStill(line, faults);
    }

    private List<String> failedFaults() {
        return faults.stream()
                .filter(done -> done.failure() != null)
                .map(done -> done.fault() + ": " + done.failure())
                .toList();
    }

    /** Whether the last purchases succeeded. */
    private boolean isWellAtTheEnd() {
        List<Recovery> all = recoveries();
        return all.isEmpty() || all.getLast().again() || all.getLast().seconds() == 0;
    }

    /** Summarizes several rounds. */
    public static String together(List<Result> rounds) {
        List<Long> dirty =
                rounds.stream()
                        .filter(one -> !one.isClean())
                        .map(one -> one.options.seed())
                        .toList();
        double[] still =
                rounds.stream()
                        .flatMap(one -> one.lineSeconds().stream())
                        .mapToDouble(seconds -> seconds)
                        .sorted()
                        .toArray();
        double[] felt =
                rounds.stream()
                        .flatMap(one -> one.recoveries().stream())
                        .mapToDouble(Recovery::seconds)
                        .sorted()
                        .toArray();
        return String.format(
                Locale.ROOT,
                "%d rounds, %s%n%s%s",
                rounds.size(),
                dirty.isEmpty() ? "all clean" : "not clean with seeds " + dirty,
                spread("lines stood still", still),
                spread("faults felt by those who buy", felt));
    }

    private static String spread(String what, double[] sorted) {
        return sorted.length == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%s: %d times, median %.1f s, worst %.1f s%n",
                        what,
                        sorted.length,
                        sorted[sorted.length / 2],
                        sorted[sorted.length - 1]);
    }

    public String summary() {
        StringBuilder text = new StringBuilder();
        text.append("Verdict: %s%n".formatted(sentence()));
        if (checked != null && !checked.isClean()) {
            text.append(checked);
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%,d fans, %,d of %,d seats sold%s; prepared in %.0f s, all gone after %.0f s, settled in %.0f s; this process at most %,d MiB%n",
                        options.fans(),
                        soldSeats(),
                        seats,
                        soldOutSeconds().isPresent()
                                ? " (sold out after %d s)".formatted(soldOutSeconds().getAsInt())
                                : "",
                        preparedSeconds,
                        saleSeconds,
                        settledSeconds,
                        cpu.rssPeakBytes() >> 20));
        text.append("How it ended: " + measures.ends() + "\n");
        for (Op op : Op.values()) {
            Histogram times = measures.latency(op);
            if (times.getTotalCount() > 0) {
                text.append(
                        String.format(
                                Locale.ROOT,
                                "%-9s %,9d  p50 %6.1f  p95 %7.1f  p99 %7.1f  max %7.0f ms  %s%n",
                                op.label(),
                                times.getTotalCount(),
                                times.getValueAtPercentile(50) / 1e3,
                                times.getValueAtPercentile(95) / 1e3,
                                times.getValueAtPercentile(99) / 1e3,
                                times.getMaxValue() / 1e3,
                                measures.statuses(op)));
            }
        }
        text.append(limit() + "\n");
        text.append("Processor seconds: ");
        cpuSeconds()
                .forEach((name, seconds) ->
                        text.append(String.format(Locale.ROOT, "%s %.1f  ", name, seconds)));
        text.append("\n");
        for (Recovery recovery : recoveries()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%6.1f s  %-18s felt for %s%n",
                            recovery.at().toMillis() / 1e3,
                            recovery.done().fault().what(),
                            recovery.text()));
        }
        for (double seconds : lineSeconds()) {
            text.append(String.format(Locale.ROOT, "The line stood still for %.1f s%n", seconds));
        }
        return text.toString();
    }

    Map<String, Double> cpuSeconds() {
        List<Cpu.Look> looks = cpu.looks();
        return looks.isEmpty() ? Map.of() : looks.getLast().seconds();
    }
}
