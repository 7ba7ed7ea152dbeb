package onsale.rush;

import java.util.Locale;
import onsale.checker.CheckResult;
import onsale.rush.chaos.Injector;
import org.jspecify.annotations.Nullable;

/** The report of a rehearsal as an HTML page. */
final class ReportPage {

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

    private ReportPage() {}

    static String html(Result result) {
        StringBuilder page = new StringBuilder();
        page.append(
                "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Rehearsal</title><style>%s</style></head><body>"
                        .formatted(STYLE));
        page.append("<h1>Rehearsal of an on-sale</h1>");
        page.append(
                "<p class=\"verdict %s\">%s%s</p>"
                        .formatted(
                                result.isClean() ? "ok" : "bad",
                                Html.escape(result.sentence()),
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
                        .formatted(
                                Html.escape(result.limit()),
                                Html.escape(result.options().command())));
        ReportPlots.add(result, page);
        rules(result, page);
        faults(result, page);
        ReportTables.add(result, page);
        return page.append("</body></html>").toString();
    }

    private static void card(StringBuilder page, String figure, String of) {
        page.append("<div><b>%s</b><span>%s</span></div>".formatted(figure, of));
    }

    private static void rules(Result result, StringBuilder page) {
        page.append("<h2>What the checker found</h2>");
        @Nullable CheckResult checked = result.checked();
        if (checked == null) {
            page.append("<p class=\"bad\">The stores of the target were not given.</p>");
            return;
        }
        page.append(
                "<section><table><tr><th></th><th>promise</th><th class=\"n\">violations</th></tr>");
        for (CheckResult.Finding finding : checked.findings()) {
            boolean ok = finding.violations() == 0;
            page.append(
                    "<tr><td class=\"%s\">%s</td><td>%s%s</td><td class=\"n\">%d</td></tr>"
                            .formatted(
                                    ok ? "ok" : "bad",
                                    ok ? "kept" : "broken",
                                    Html.escape(finding.promise()),
                                    ok
                                            ? ""
                                            : "<br><code>"
                                                    + Html.escape(
                                                                    String.join(
                                                                            "\n",
                                                                            finding.examples()))
                                                            .replace("\n", "<br>")
                                                    + "</code>",
                                    finding.violations()));
        }
        page.append("</table></section>");
        checked.notes().forEach(note -> page.append("<p>%s</p>".formatted(Html.escape(note))));
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
                            Html.escape(done.fault().what()),
                            done.failure() == null
                                    ? ""
                                    : " <span class=\"bad\">"
                                            + Html.escape(done.failure())
                                            + "</span>",
                            (done.overNanos() - done.atNanos()) / 1e9,
                            recovery.text()));
        }
        page.append("</table></section>");
    }
}
