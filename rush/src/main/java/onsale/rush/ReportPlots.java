package onsale.rush;

import java.util.List;
import java.util.Map;
import onsale.rush.chaos.Injector;
import onsale.rush.fan.Measures.Event;
import onsale.rush.fan.Measures.Second;
import onsale.rush.platform.Cpu;
import org.jspecify.annotations.Nullable;

/** The plots of the report: the rehearsal by the second. */
final class ReportPlots {

    private ReportPlots() {}

    static void add(Result result, StringBuilder page) {
        Map<Integer, Second> seconds = result.measures().seconds();
        int count = seconds.keySet().stream().mapToInt(at -> at + 1).max().orElse(1);
        List<Injector.Done> faults = result.faults();
        page.append("<h2>How it went</h2>");
        page.append(
                new Plot("Fans", "people", count)
                        .line("arrivals a second", s -> of(seconds, s, Event.ARRIVED))
                        .line(
                                "present",
                                s -> sum(seconds, s, Event.ARRIVED) - sum(seconds, s, Event.LEFT))
                        .svg(faults));
        if (!result.line().isEmpty()) {
            page.append(
                    new Plot("Waiting room", "people", count)
                            .line("in line", s -> line(result, s).waiting())
                            .line("called or inside", s -> line(result, s).active())
                            .line("limit", s -> line(result, s).limit())
                            .svg(faults));
        }
        page.append(
                new Plot("Holds", "a second", count)
                        .line("held", s -> of(seconds, s, Event.HELD))
                        .line("refused (taken, too late)", s -> of(seconds, s, Event.REFUSED))
                        .svg(faults));
        page.append(
                new Plot("Seats sold", "seats", count)
                        .line(
                                "sold and not given back",
                                s ->
                                        sum(seconds, s, Event.SOLD)
                                                - sum(seconds, s, Event.GIVEN_BACK))
                        .line("house", s -> result.seats())
                        .svg(faults));
        page.append(
                new Plot("Time of an answer", "ms", count)
                        .line("hold p50", s -> millis(seconds, s, true, 50))
                        .line("hold p99", s -> millis(seconds, s, true, 99))
                        .line("map p99", s -> millis(seconds, s, false, 99))
                        .svg(faults));
        page.append(
                new Plot("Errors", "a second", count)
                        .line("5xx", s -> of(seconds, s, Event.FAILED))
                        .line("no answer", s -> of(seconds, s, Event.NO_ANSWER))
                        .line("too many (429)", s -> of(seconds, s, Event.LIMITED))
                        .svg(faults));
        List<Cpu.Look> looks = result.cpu().looks();
        Plot cores = new Plot("Processor", "cores", count);
        for (String name : result.cpuSeconds().keySet()) {
            cores.line(name.replace(" (this process)", ""), s -> cores(looks, s, name));
        }
        page.append(cores.stacked().svg(faults));
        if (!result.probes().isEmpty()) {
            page.append(
                    new Plot("A whole purchase, begun then", "s", count)
                            .line("hold to CONFIRMED", s -> slowest(result, s))
                            .svg(faults));
        }
    }

    private static double of(Map<Integer, Second> seconds, int at, Event event) {
        @Nullable Second second = seconds.get(at);
        return second == null ? 0 : second.count(event);
    }

    private static double sum(Map<Integer, Second> seconds, int upTo, Event event) {
        double sum = 0;
        for (int at = 0; at <= upTo; at++) {
            sum += of(seconds, at, event);
        }
        return sum;
    }

    private static double millis(
            Map<Integer, Second> seconds, int at, boolean holds, double percentile) {
        @Nullable Second second = seconds.get(at);
        return second == null
                ? 0
                : holds ? second.holdMillis(percentile) : second.mapMillis(percentile);
    }

    /** Returns the mean over at least a second: after a stall many samples come at once. */
    private static double cores(List<Cpu.Look> looks, int at, String name) {
        Cpu.Look to = lastUntil(looks, at + 1);
        Cpu.Look from = lastUntil(looks, to.atSeconds() - 1);
        double span = to.atSeconds() - from.atSeconds();
        double took = to.seconds().getOrDefault(name, 0.0) - from.seconds().getOrDefault(name, 0.0);
        return span <= 0 ? 0 : Math.max(0, took / span);
    }

    private static Cpu.Look lastUntil(List<Cpu.Look> looks, double atSeconds) {
        return looks.stream()
                .filter(look -> look.atSeconds() <= atSeconds)
                .reduce((_, later) -> later)
                .orElse(looks.getFirst());
    }

    /** Returns the last sample until then. */
    private static LineWatch.Look line(Result result, int at) {
        return result.line().stream()
                .filter(look -> look.atSeconds() <= at + 1)
                .reduce((_, later) -> later)
                .orElse(result.line().getFirst());
    }

    private static double slowest(Result result, int at) {
        return result.probes().stream()
                .filter(probe -> (int) (probe.startNanos() / 1_000_000_000L) == at)
                .mapToDouble(Prober.Probe::seconds)
                .max()
                .orElse(0);
    }
}
