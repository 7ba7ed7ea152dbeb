package onsale.queue.admission;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.job.Loop;
import onsale.platform.job.Rounds;
import onsale.platform.redis.LuaException;
import onsale.queue.line.Line;
import onsale.queue.sale.Sales;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls fans in lines that were entered on this node lately. With many lines {@link AdmitFans}
 * looks only by turns at those where nobody waits; until it has looked at a line that was entered,
 * this node calls its fans. The script keeps rate and limit, whichever node runs it.
 */
public final class CallEnteredLines implements AutoCloseable {

    /** Longer than {@link AdmitFans} takes to look at thousands of lines. */
    private static final Duration FOR = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(CallEnteredLines.class);

    private final Line line;
    private final Sales sales;
    private final Map<UUID, Long> enteredNanos = new ConcurrentHashMap<>();
    private @Nullable Loop loop;

    public CallEnteredLines(Line line, Sales sales) {
        this.line = line;
        this.sales = sales;
    }

    public void start(Duration every) {
        loop = Loop.every(every, "queue-call-entered", this::callAll).start();
    }

    /** Notes that a fan has got a place in this line. */
    public void entered(UUID scheduleId) {
        if (sales.count() > Rounds.AT_ONCE) {
            enteredNanos.put(scheduleId, System.nanoTime());
        }
    }

    private void callAll() {
        long now = System.nanoTime();
        enteredNanos.values().removeIf(at -> now - at > FOR.toNanos());
        enteredNanos.keySet().forEach(this::call);
    }

    private void call(UUID scheduleId) {
        try {
            line.callNext(scheduleId);
        } catch (LuaException e) {
            LOG.debug("Could not call fans of {}: {}", scheduleId, e.toString());
        }
    }

    @Override
    public void close() {
        if (loop != null) {
            loop.close();
        }
    }
}
