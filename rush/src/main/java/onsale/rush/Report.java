package onsale.rush;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import onsale.checker.Verdict;
import onsale.rush.Measures.Event;
import onsale.rush.Measures.Second;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The report: one HTML file that needs nothing else, and the same numbers as JSON. */
final class Report {

    private static final String STYLE =
            """
            :root{color-scheme:light dark;--bg:#f5f6f8;--card:#fff;--ink:#1c2430;--soft:#5b6675;--rule:#e3e7ec;--ok:#0a6b3d;--okbg:#e3f4ea;--bad:#b00020;--badbg:#fde7ea;--bar:#2e86ab}
            @media(prefers-color-scheme:dark){:root{--bg:#12161c;--card:#1b212a;--ink:#e6eaf0;--soft:#9aa6b5;--rule:#2c3541;--ok:#67d39b;--okbg:#12352a;--bad:#ff8b98;--badbg:#401a22;--bar:#4aa3cc}}
            *{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;max-width:1000px;margin:0 auto;padding:1.5em 1em 4em;background:var(--bg);color:var(--ink)}
            h1{font-size:1.5em;margin:.2em 0}h2{font-size:1.15em;margin:2em 0 .6em}p{margin:.4em 0}
            section,figure{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:.8em 1em;margin:0 0 .8em;overflow-x:auto}
            .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:.7em;margin:1em 0}
            .cards div{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:.6em .9em}.cards b{display:block;font-size:1.45em;font-variant-numeric:tabular-nums}.cards span{color:var(--soft);font-size:.87em}
            table{border-collapse:collapse;width:100%}td,th{padding:.3em .6em;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}tr:last-child td{border-bottom:0}th{color:var(--soft);font-weight:600;font-size:.87em}
            td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}td.bar{width:45%}td.bar div{height:1em;margin-top:.25em;border-radius:3px;background:var(--bar);min-width:1px}
            .ok{color:var(--ok)}.bad{color:var(--bad);font-weight:600}.soft{color:var(--soft)}.verdict{font-size:1.25em;font-weight:600;padding:.5em .8em;border-radius:10px}
            .verdict.ok{background:var(--okbg)}.verdict.bad{background:var(--badbg)}
            figcaption{display:flex;flex-wrap:wrap;gap:.2em 1em;align-items:baseline}figcaption i{color:var(--soft);font-style:normal;font-size:.87em;margin-right:auto}figcaption span{font-size:.87em}figcaption s{display:inline-block;width:.75em;height:.75em;border-radius:2px;margin-right:.35em}
            svg{display:block;width:100%;height:auto}polyline{fill:none;stroke-width:1.8;stroke-linejoin:round}polygon{opacity:.85}.g{stroke:var(--rule)}.a{font-size:11px;fill:var(--soft)}.f{fill:#f46036;opacity:.22}
            code{font-size:.87em;word-break:break-word}
            """;

    private static final int STATEMENT_SHOWN = 160;
    private static final int PURCHASES_SHOWN = 20;

    private Report() {}

    static void write(Result result, Path directory) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("report.html"), html(result));
            Files.writeString(directory.resolve("report.json"), json(result));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- numbers

    record Latency(
            String op,
            long count,
            double p50Millis,
            double p95Millis,
            double p99Millis,
            double maxMillis,
            Map<Integer, Long> answers) {}

    private static List<Latency> latencies(Result result) {
        List<Latency> all = new ArrayList<>();
        for (Op op : Op.values()) {
            Histogram times = result.measures().latency(op);
            if (times.getTotalCount() > 0) {
                all.add(
                        new Latency(
                                op.label(),
                                times.getTotalCount(),
                                times.getValueAtPercentile(50) / 1e3,
                                times.getValueAtPercentile(95) / 1e3,
                                times.getValueAtPercentile(99) / 1e3,
                                times.getMaxValue() / 1e3,
                                result.measures().statuses(op)));
            }
        }
        return all;
    }

    private static String json(Result result) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("verdict", result.sentence());
        all.put("clean", result.isClean());
        all.put("soldOut", result.isSoldOut());
        result.soldOutSeconds().ifPresent(at -> all.put("soldOutSeconds", at));
        all.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        all.put("repeat", repeat(result));
        all.put("fans", result.options().fans());
        all.put("seats", result.seats());
        all.put("seatsSold", result.soldSeats());
        all.put("nodes", result.options().nodes());
        all.put("seed", result.options().seed());
        all.put("profile", result.profile().text());
        all.put("arrivalsStretchedBy", result.stretch());
        all.put("preparedSeconds", result.preparedSeconds());
        all.put("saleSeconds", result.saleSeconds());
        all.put("settledSeconds", result.settledSeconds());
        all.put("memoryOfTheFansBytes", result.cpu().rssPeakBytes());
        all.put("ends", result.measures().ends());
        all.put("latencies", latencies(result));
        all.put("processorSeconds", result.cpuSeconds());
        all.put("costs", result.costs());
        all.put("usualPurchaseSeconds", result.usualSeconds());
        all.put(
                "faults",
                result.recoveries().stream()
                        .map(recovery ->
                                Map.of(
                                        "fault",
                                        recovery.done().fault().toString(),
                                        "atSeconds",
                                        recovery.done().atNanos() / 1e9,
                                        "overAtSeconds",
                                        recovery.done().overNanos() / 1e9,
                                        "feltForSeconds",
                                        recovery.seconds(),
                                        "quickAgain",
                                        recovery.again()))
                        .toList());
        all.put("limit", result.limit());
        all.put(
                "slowestPurchases",
                result.probes().stream()
                        .sorted(Comparator.comparingDouble(Prober.Probe::seconds).reversed())
                        .limit(PURCHASES_SHOWN)
                        .toList());
        all.put("seconds", seconds(result));
        if (result.verdict() != null) {
            all.put("rules", result.verdict().findings());
            all.put("notes", result.verdict().notes());
        }
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(all);
    }

    private static List<Map<String, Object>> seconds(Result result) {
        List<Map<String, Object>> all = new ArrayList<>();
        result.measures()
                .seconds()
                .forEach((at, second) -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("at", at);
                    for (Event event : Event.values()) {
                        row.put(event.name().toLowerCase(Locale.ROOT), second.count(event));
                    }
                    row.put("holdP50Millis", second.holdMillis(50));
                    row.put("holdP99Millis", second.holdMillis(99));
                    row.put("mapP99Millis", second.mapMillis(99));
                    all.add(row);
                });
        return all;
    }

    private static String repeat(Result result) {
        RushOptions options = result.options();
        return "./onsale rush --fans=%d --hall=%s%s --nodes=%d --profile=%s --chaos=\"%s\" --seed=%d"
                .formatted(
                        options.fans(),
                        options.hall(),
                        options.queued() ? " --queued" : "",
                        options.nodes(),
                        options.profile(),
                        options.chaos(),
                        options.seed());
    }

    // ---- page

    private static String html(Result result) {
        StringBuilder page = new StringBuilder();
        page.append(
                "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Rehearsal</title><style>%s</style></head><body>"
                        .formatted(STYLE));
        page.append("<h1>Rehearsal of an on-sale</h1>");
        page.append(
                "<p class=\"verdict %s\">%s%s</p>"
                        .formatted(
                                result.isClean() ? "ok" : "bad",
                                escape(result.sentence()),
                                result.isSoldOut() ? ", sold out" : ""));
        page.append("<div class=\"cards\">");
        card(
                page,
                "%,d".formatted(result.options().fans()),
                "fans, seed " + result.options().seed());
        card(
                page,
                "%,d of %,d".formatted(result.soldSeats(), result.seats()),
                "seats sold and not given back");
        result.soldOutSeconds().ifPresent(at -> card(page, at + " s", "until it was sold out"));
        card(page, "%.0f s".formatted(result.saleSeconds()), "until the last fan had gone");
        card(page, "%.0f s".formatted(result.settledSeconds()), "more until all was settled");
        card(
                page,
                "%d on %d"
                        .formatted(
                                result.options().nodes(),
                                Runtime.getRuntime().availableProcessors()),
                "node(s) on cores, all on one machine");
        page.append("</div>");
        page.append(
                "<p>%s</p><p class=\"soft\"><code>%s</code></p>"
                        .formatted(escape(result.limit()), escape(repeat(result))));
        plots(result, page);
        rules(result, page);
        faults(result, page);
        tables(result, page);
        return page.append("</body></html>").toString();
    }

    private static void card(StringBuilder page, String figure, String of) {
        page.append("<div><b>%s</b><span>%s</span></div>".formatted(figure, of));
    }

    private static void plots(Result result, StringBuilder page) {
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

    /** In a second or more up to then: after a stall many looks come at once. */
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

    /** The last look until then. */
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

    private static void rules(Result result, StringBuilder page) {
        page.append("<h2>What the checker found</h2>");
        @Nullable Verdict verdict = result.verdict();
        if (verdict == null) {
            page.append("<p class=\"bad\">The stores of the target were not given.</p>");
            return;
        }
        page.append(
                "<section><table><tr><th></th><th>promise</th><th class=\"n\">violations</th></tr>");
        for (Verdict.Finding finding : verdict.findings()) {
            boolean ok = finding.violations() == 0;
            page.append(
                    "<tr><td class=\"%s\">%s</td><td>%s%s</td><td class=\"n\">%d</td></tr>"
                            .formatted(
                                    ok ? "ok" : "bad",
                                    ok ? "kept" : "broken",
                                    escape(finding.promise()),
                                    ok
                                            ? ""
                                            : "<br><code>"
                                                    + escape(String.join("\n", finding.examples()))
                                                            .replace("\n", "<br>")
                                                    + "</code>",
                                    finding.violations()));
        }
        page.append("</table></section>");
        verdict.notes().forEach(note -> page.append("<p>%s</p>".formatted(escape(note))));
    }

    private static void faults(Result result, StringBuilder page) {
        if (result.faults().isEmpty()) {
            return;
        }
        page.append(
                String.format(
                        Locale.ROOT,
                        "<h2>Faults</h2><p>A whole purchase usually took less than %.1f s; a fault was felt until the last one that took longer. Fans came %.1f times more slowly than the profile says, so that every fault met a crowd.</p>",
                        result.usualSeconds(),
                        result.stretch()));
        page.append(
                "<section><table><tr><th class=\"n\">at</th><th>fault</th><th class=\"n\">process back after</th><th class=\"n\">felt for</th></tr>");
        for (Recovery recovery : result.recoveries()) {
            Injector.Done done = recovery.done();
            page.append(
                    String.format(
                            Locale.ROOT,
                            "<tr><td class=\"n\">%.1f s</td><td>%s%s</td><td class=\"n\">%.1f s</td><td class=\"n\">%s</td></tr>",
                            done.atNanos() / 1e9,
                            escape(done.fault().what()),
                            done.failure() == null
                                    ? ""
                                    : " <span class=\"bad\">" + escape(done.failure()) + "</span>",
                            (done.overNanos() - done.atNanos()) / 1e9,
                            recovery.text()));
        }
        page.append("</table></section>");
    }

    private static void tables(Result result, StringBuilder page) {
        page.append(
                "<h2>Answers</h2><section><p class=\"soft\">Times from the moment a fan wanted to act, waiting for a connection included.</p><table><tr><th>call</th><th class=\"n\">count</th><th class=\"n\">p50 ms</th><th class=\"n\">p95</th><th class=\"n\">p99</th><th class=\"n\">max</th><th>answers by status</th></tr>");
        for (Latency row : latencies(result)) {
            page.append(
                    String.format(
                            Locale.ROOT,
                            "<tr><td>%s</td><td class=\"n\">%,d</td><td class=\"n\">%.1f</td><td class=\"n\">%.1f</td><td class=\"n\">%.1f</td><td class=\"n\">%,.0f</td><td>%s</td></tr>",
                            row.op(),
                            row.count(),
                            row.p50Millis(),
                            row.p95Millis(),
                            row.p99Millis(),
                            row.maxMillis(),
                            answers(row.answers())));
        }
        page.append("</table></section><h2>How it ended for fans</h2><section><table>");
        long most = Collections.max(result.measures().ends().values());
        result.measures()
                .ends()
                .forEach((end, count) -> {
                    if (count > 0) {
                        bar(
                                page,
                                end.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                "%,d".formatted(count),
                                (double) count / most);
                    }
                });
        page.append(
                "</table></section><h2>What it cost</h2><section><p>%s</p><table>"
                        .formatted(escape(result.limit())));
        double all = result.cpuSeconds().values().stream().mapToDouble(s -> s).sum();
        result.cpuSeconds().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(one ->
                        bar(
                                page,
                                escape(one.getKey()),
                                String.format(
                                        Locale.ROOT,
                                        "%.1f s, %.2f cores",
                                        one.getValue(),
                                        one.getValue() / result.saleSeconds()),
                                one.getValue() / all));
        page.append(
                "</table><p class=\"soft\">Of processor time; the crowd itself took at most %,d MiB of memory.</p></section>"
                        .formatted(result.cpu().rssPeakBytes() >> 20));
        costs(result, page);
        page.append(
                "<h2>Profile %s</h2><section><table>".formatted(escape(result.profile().name())));
        result.profile()
                .text()
                .forEach((name, value) ->
                        page.append(
                                "<tr><td>%s</td><td>%s</td></tr>"
                                        .formatted(escape(name), escape(value))));
        page.append("</table></section>");
    }

    private static void costs(Result result, StringBuilder page) {
        if (result.costs().isEmpty()) {
            return;
        }
        page.append(
                "<h2>PostgreSQL's time by statement</h2><section><table><tr><th class=\"n\">s</th><th class=\"n\">calls</th><th class=\"n\">mean ms</th><th>statement</th></tr>");
        for (Costs.Cost cost : result.costs()) {
            page.append(
                    String.format(
                            Locale.ROOT,
                            "<tr><td class=\"n\">%.1f</td><td class=\"n\">%,d</td><td class=\"n\">%.2f</td><td><code>%s</code></td></tr>",
                            cost.seconds(),
                            cost.calls(),
                            cost.meanMillis(),
                            escape(
                                    cost.statement().length() > STATEMENT_SHOWN
                                            ? cost.statement().substring(0, STATEMENT_SHOWN) + "…"
                                            : cost.statement())));
        }
        page.append("</table></section>");
    }

    private static void bar(StringBuilder page, String name, String figure, double share) {
        page.append(
                String.format(
                        Locale.ROOT,
                        "<tr><td>%s</td><td class=\"n\">%s</td><td class=\"bar\"><div style=\"width:%.1f%%\"></div></td></tr>",
                        name,
                        figure,
                        100 * share));
    }

    private static String answers(Map<Integer, Long> byStatus) {
        StringJoiner all = new StringJoiner(", ");
        byStatus.forEach((status, count) ->
                all.add(
                        status == 0
                                ? "none <b class=\"bad\">%,d</b>".formatted(count)
                                : status >= 500
                                        ? "%d <b class=\"bad\">%,d</b>".formatted(status, count)
                                        : "%d %,d".formatted(status, count)));
        return all.toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
