package onsale.rush;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.rush.fan.Op;
import org.HdrHistogram.Histogram;

/**
 * How long one operation took.
 *
 * @param answers number of responses by status
 */
record Latency(
        String op,
        long count,
        double p50Millis,
        double p95Millis,
        double p99Millis,
        double maxMillis,
        Map<Integer, Long> answers) {

    static List<Latency> all(Result result) {
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
}
