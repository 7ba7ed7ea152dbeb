package onsale.rush.fan;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import onsale.rush.http.Answer;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The measurements of a rehearsal. Times count from the moment a fan wanted to act, not from when
 * the request found a connection, which would hide a slow server (coordinated omission). Polls that
 * a late response prevented are counted as late too.
 */
public final class Measures {

    private static final long MICROS_MAX = 300_000_000;
    private static final long MILLIS_MAX = 300_000;

    /** What is counted by the second. */
    public enum Event {
        ARRIVED,
        LEFT,
        HELD,
        /** Counts seats, as does the next. */
        SOLD,
        GIVEN_BACK,
        REFUSED,
        LIMITED,
        FAILED,
        NO_ANSWER
    }

    /** One second of the rehearsal. */
    public static final class Second {

        private final Map<Event, AtomicInteger> events = new EnumMap<>(Event.class);
        private final Histogram holds = new Histogram(MILLIS_MAX, 2);
        private final Histogram maps = new Histogram(MILLIS_MAX, 2);

        public Second() {
            for (Event event : Event.values()) {
                events.put(event, new AtomicInteger());
            }
        }

        public int count(Event event) {
            AtomicInteger counter = events.get(event);
            return counter == null ? 0 : counter.get();
        }

        public synchronized long holdMillis(double percentile) {
            return holds.getTotalCount() == 0 ? 0 : holds.getValueAtPercentile(percentile);
        }

        public synchronized long mapMillis(double percentile) {
            return maps.getTotalCount() == 0 ? 0 : maps.getValueAtPercentile(percentile);
        }

        private synchronized void time(Op op, long millis) {
            if (op == Op.HOLD) {
                holds.recordValue(millis);
            } else if (op == Op.MAP) {
                maps.recordValue(millis);
            }
        }
    }

    private final long start;
    private final Map<Op, ConcurrentHistogram> latencies = new EnumMap<>(Op.class);
    private final Map<Op, Map<Integer, LongAdder>> statuses = new EnumMap<>(Op.class);
    private final Map<Fan.End, LongAdder> ends = new EnumMap<>(Fan.End.class);
    private final Map<Event, LongAdder> totals = new EnumMap<>(Event.class);
    private final ConcurrentSkipListMap<Integer, Second> seconds = new ConcurrentSkipListMap<>();

    public Measures(long startNanos) {
        this.start = startNanos;
        for (Op op : Op.values()) {
            latencies.put(op, new ConcurrentHistogram(MICROS_MAX, 2));
            statuses.put(op, new ConcurrentSkipListMap<>());
        }
        for (Fan.End end : Fan.End.values()) {
            ends.put(end, new LongAdder());
        }
        for (Event event : Event.values()) {
            totals.put(event, new LongAdder());
        }
    }

    /**
     * Records a response.
     *
     * @param wantedNanos when the fan wanted to act
     * @param everyNanos how often the fan does this, or 0 for once
     */
    public void answered(Op op, long wantedNanos, long everyNanos, Answer answer) {
        long now = System.nanoTime();
        long micros = Math.clamp((now - wantedNanos) / 1_000, 1, MICROS_MAX);
        ConcurrentHistogram histogram = latencies.get(op);
        if (histogram != null) {
            histogram.recordValueWithExpectedInterval(micros, everyNanos / 1_000);
        }
        Map<Integer, LongAdder> counts = statuses.get(op);
        if (counts != null) {
            counts.computeIfAbsent(answer.status(), s -> new LongAdder()).increment();
        }
        second(now).time(op, Math.min(micros / 1_000, MILLIS_MAX));
        if (op == Op.PROVIDER) {
            return;
        }
        if (answer.status() == 0) {
            count(Event.NO_ANSWER);
        } else if (answer.status() == 429) {
            count(Event.LIMITED);
        } else if (answer.status() >= 500) {
            count(Event.FAILED);
        } else if (answer.status() >= 400) {
            count(Event.REFUSED);
        }
    }

    public void count(Event event) {
        count(event, 1);
    }

    public void count(Event event, int by) {
        AtomicInteger counter = second(System.nanoTime()).events.get(event);
        LongAdder total = totals.get(event);
        if (counter != null && total != null) {
            counter.addAndGet(by);
            total.add(by);
        }
    }

    public void ended(Fan.End end) {
        LongAdder counter = ends.get(end);
        if (counter != null) {
            counter.increment();
        }
        count(Event.LEFT);
    }

    private Second second(long nanos) {
        int at = (int) Math.max(0, (nanos - start) / 1_000_000_000L);
        return seconds.computeIfAbsent(at, n -> new Second());
    }

    public long total(Event event) {
        LongAdder total = totals.get(event);
        return total == null ? 0 : total.sum();
    }

    public Map<Integer, Second> seconds() {
        return seconds;
    }

    public Histogram latency(Op op) {
        ConcurrentHistogram histogram = latencies.get(op);
        if (histogram == null) {
            throw new IllegalArgumentException("" + op);
        }
        return histogram.copy();
    }

    public Map<Integer, Long> statuses(Op op) {
        Map<Integer, Long> counts = new TreeMap<>();
        Map<Integer, LongAdder> known = statuses.get(op);
        if (known != null) {
            known.forEach((status, count) -> counts.put(status, count.sum()));
        }
        return counts;
    }

    public Map<Fan.End, Long> ends() {
        Map<Fan.End, Long> counts = new EnumMap<>(Fan.End.class);
        ends.forEach((end, count) -> counts.put(end, count.sum()));
        return counts;
    }
}
