package onsale.queue.snapshot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import onsale.queue.line.Line;
import onsale.queue.line.LineReader;

/**
 * Tells Redis each second which fans near the front this node has seen, so that admission does not
 * pass them over. Also when there are none, because that tells that a node is alive.
 */
final class ReportSeenFans {

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int BATCH = 500;

    /** Fans who may be called within this time are reported. */
    private static final int HORIZON_SECONDS = 20;

    private static final int HORIZON_MAX = 5_000;

    private final LineReader reader;

    /** A fan who goes on asking is reported again this often; far sooner than they grow silent. */
    private final int againAfterSeconds;

    ReportSeenFans(LineReader reader, Duration silentAfter) {
        this.reader = reader;
        this.againAfterSeconds = Math.toIntExact(silentAfter.toSeconds() / 5);
    }

    void run(FollowedLine line, int nowSeconds) {
        long now = System.nanoTime();
        if (line.isRestoring() || now - line.toldNanos < EVERY.toNanos()) {
            return;
        }
        line.toldNanos = now;
        Snapshot snapshot = line.snapshot();
        int horizon =
                Math.clamp(
                        snapshot.head().admitPerSecond() * HORIZON_SECONDS,
                        Line.HORIZON_MIN,
                        HORIZON_MAX);
        List<String> pairs = new ArrayList<>();
        snapshot.toTell(
                horizon,
                nowSeconds,
                againAfterSeconds,
                (place, ageSeconds) -> {
                    pairs.add("" + place);
                    pairs.add("" + ageSeconds * 1_000L);
                });
        int from = 0;
        do {
            int to = Math.min(from + 2 * BATCH, pairs.size());
            reader.seen(line.scheduleId(), pairs.subList(from, to));
            from = to;
        } while (from < pairs.size());
    }
}
