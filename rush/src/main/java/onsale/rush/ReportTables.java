package onsale.rush;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import onsale.rush.platform.Costs;

/** The tables of the report: response times, ends, costs and the profile. */
final class ReportTables {

    private static final int STATEMENT_SHOWN = 160;

    private ReportTables() {}

    static void add(Result result, StringBuilder page) {
        latencies(result, page);
        ends(result, page);
        processorTime(result, page);
        statements(result, page);
        profile(result, page);
    }

    private static void latencies(Result result, StringBuilder page) {
        page.append(
                "<h2>Answers</h2><section><p class=\"soft\">Times from the moment a fan wanted to act, waiting for a connection included.</p><table><tr><th>call</th><th class=\"n\">count</th><th class=\"n\">p50 ms</th><th class=\"n\">p95</th><th class=\"n\">p99</th><th class=\"n\">max</th><th>answers by status</th></tr>");
        for (Latency row : Latency.all(result)) {
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
                            byStatus(row.answers())));
        }
        page.append("</table></section>");
    }

    private static void ends(Result result, StringBuilder page) {
        page.append("<h2>How it ended for fans</h2><section><table>");
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
        page.append("</table></section>");
    }

    private static void processorTime(Result result, StringBuilder page) {
        page.append(
                "<h2>What it cost</h2><section><p>%s</p><table>"
                        .formatted(Html.escape(result.limit())));
        double all = result.cpuSeconds().values().stream().mapToDouble(s -> s).sum();
        result.cpuSeconds().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(one ->
                        bar(
                                page,
                                Html.escape(one.getKey()),
                                String.format(
                                        Locale.ROOT,
                                        "%.1f s, %.2f cores",
                                        one.getValue(),
                                        one.getValue() / result.saleSeconds()),
                                one.getValue() / all));
        page.append(
                "</table><p class=\"soft\">Of processor time; the crowd itself took at most %,d MiB of memory.</p></section>"
                        .formatted(result.cpu().rssPeakBytes() >> 20));
    }

    private static void profile(Result result, StringBuilder page) {
        page.append(
                "<h2>Profile %s</h2><section><table>"
                        .formatted(Html.escape(result.profile().name())));
        result.profile()
                .text()
                .forEach((name, value) ->
                        page.append(
                                "<tr><td>%s</td><td>%s</td></tr>"
                                        .formatted(Html.escape(name), Html.escape(value))));
        page.append("</table></section>");
    }

    private static void statements(Result result, StringBuilder page) {
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
                            Html.escape(
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

    private static String byStatus(Map<Integer, Long> byStatus) {
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
}
