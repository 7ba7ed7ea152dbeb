package onsale.rush;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import onsale.checker.Verdict;
import onsale.rush.Measures.Event;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What came of a rehearsal.
 *
 * @param verdict null where the stores could not be looked at
 * @param stretch how much more slowly fans came than the profile says, to meet all faults
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
        @Nullable Verdict verdict,
        double saleSeconds,
        double settledSeconds,
        List<Costs.Cost> costs) {

    /** Nothing that must not be, and the platform was well again after every fault. */
    public boolean isClean() {
        return verdict != null && verdict.isClean() && failedFaults().isEmpty() && isWellAtTheEnd();
    }

    /** How the verdict reads. */
    String sentence() {
        if (verdict == null) {
            return "NOT CHECKED: the stores of the target were not given";
        }
        if (!verdict.isClean()) {
            return "BROKEN: " + verdict.broken().size() + " promises";
        }
        if (!failedFaults().isEmpty()) {
            return "UNFINISHED: faults could not be made: " + failedFaults();
        }
        return isWellAtTheEnd() ? "CLEAN" : "NOT RECOVERED after the last fault";
    }

    public long soldSeats() {
        return measures.total(Event.SOLD) - measures.total(Event.GIVEN_BACK);
    }

    public boolean isSoldOut() {
        return soldSeats() >= seats;
    }

    double usualSeconds() {
        return Recovery.usualSeconds(probes, faults);
    }

    public List<Recovery> recoveries() {
        return Recovery.of(faults, probes, usualSeconds());
    }

    private List<String> failedFaults() {
        return faults.stream()
                .filter(done -> done.failure() != null)
                .map(done -> done.fault() + ": " + done.failure())
                .toList();
    }

    /** The last purchases went through. */
    private boolean isWellAtTheEnd() {
        List<Recovery> all = recoveries();
        return all.isEmpty() || all.getLast().again() || all.getLast().seconds() == 0;
    }

    public String summary() {
        StringBuilder text = new StringBuilder();
        text.append("Verdict: %s%n".formatted(sentence()));
        if (verdict != null && !verdict.isClean()) {
            text.append(verdict);
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%,d fans, %,d of %,d seats sold in %.0f s, settled in %.0f s; this process at most %,d MiB%n",
                        options.fans(),
                        soldSeats(),
                        seats,
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
        return text.toString();
    }

    Map<String, Double> cpuSeconds() {
        List<Cpu.Look> looks = cpu.looks();
        return looks.isEmpty() ? Map.of() : looks.getLast().seconds();
    }
}
