package onsale.rush;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import onsale.rush.fan.Measures.Event;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The numbers of a rehearsal as JSON. */
final class ReportJson {

    private static final int PURCHASES_SHOWN = 20;

    private ReportJson() {}

    static String json(Result result) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("verdict", result.sentence());
        all.put("clean", result.isClean());
        all.put("soldOut", result.isSoldOut());
        result.soldOutSeconds().ifPresent(at -> all.put("soldOutSeconds", at));
        all.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        all.put("repeat", result.options().command());
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
        all.put("latencies", Latency.all(result));
        all.put("processorSeconds", result.cpuSeconds());
        all.put("costs", result.costs());
        all.put("usualPurchaseSeconds", result.usualSeconds());
        all.put("faults", faults(result));
        all.put("limit", result.limit());
        all.put("slowestPurchases", slowestPurchases(result));
        all.put("seconds", seconds(result));
        if (result.checked() != null) {
            all.put("rules", result.checked().findings());
            all.put("notes", result.checked().notes());
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

    private static List<Map<String, Object>> faults(Result result) {
        return result.recoveries().stream().map(ReportJson::fault).toList();
    }

    private static Map<String, Object> fault(Recovery recovery) {
        return Map.of(
                "fault",
                recovery.done().fault().toString(),
                "atSeconds",
                recovery.done().atNanos() / 1e9,
                "overAtSeconds",
                recovery.done().overNanos() / 1e9,
                "feltForSeconds",
                recovery.seconds(),
                "quickAgain",
                recovery.again());
    }

    private static List<Prober.Probe> slowestPurchases(Result result) {
        return result.probes().stream()
                .sorted(Comparator.comparingDouble(Prober.Probe::seconds).reversed())
                .limit(PURCHASES_SHOWN)
                .toList();
    }
}
