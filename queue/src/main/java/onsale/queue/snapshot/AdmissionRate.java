package onsale.queue.snapshot;

import java.util.ArrayDeque;
import java.util.Deque;
import onsale.queue.line.LineHead;

/** Measures how many fans of a line are called each second, over the last half minute. */
final class AdmissionRate {

    private static final long OVER_MILLIS = 30_000;

    /** From a shorter time nothing is concluded. */
    private static final long LEAST_MILLIS = 5_000;

    private static final long SAMPLE_EVERY_MILLIS = 1_000;

    private record Sample(long atMillis, long called) {}

    private final Deque<Sample> samples = new ArrayDeque<>();

    /** Fans called each second; 0 while that is not known. */
    double perSecond(LineHead head) {
        long now = head.nowMillis();
        if (!samples.isEmpty() && samples.getLast().called > head.called()) {
            samples.clear(); // another epoch counts from 0
        }
        if (samples.isEmpty() || now - samples.getLast().atMillis >= SAMPLE_EVERY_MILLIS) {
            samples.add(new Sample(now, head.called()));
        }
        while (now - samples.getFirst().atMillis > OVER_MILLIS && samples.size() > 1) {
            samples.removeFirst();
        }
        Sample first = samples.getFirst();
        long over = now - first.atMillis;
        return over < LEAST_MILLIS ? 0 : (head.called() - first.called) * 1_000.0 / over;
    }
}
