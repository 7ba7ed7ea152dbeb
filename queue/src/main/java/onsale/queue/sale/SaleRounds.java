package onsale.queue.sale;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import onsale.platform.job.Rounds;
import onsale.platform.redis.LuaException;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of one job over the lines of all sales. Lines may lie on several Redis servers: a
 * server that does not answer does not keep the lines of the others from being worked on.
 */
public final class SaleRounds {

    /** After this many runs a job has looked at every line. */
    private static final int RUNS_MAX = 60;

    /** The time that servers that do not answer may cost in one run; then another node may try. */
    private static final Duration AWAY_MAX = Duration.ofSeconds(2);

    private final Rounds<Sale> rounds = new Rounds<>(RUNS_MAX, Sale::id);

    /**
     * Works on the sales that are due. If a server did not answer, throws its exception at the end:
     * then the job has failed, and the node that is first runs it again.
     */
    public void forEachDue(List<Sale> all, Consumer<Sale> work) {
        @Nullable LuaException away = null;
        long lostNanos = 0;
        for (Sale sale : rounds.due(all)) {
            long start = System.nanoTime();
            try {
                work.accept(sale);
            } catch (LuaException.NotExecuted | LuaException.Unknown e) {
                away = e;
                lostNanos += System.nanoTime() - start;
            }
            if (lostNanos > AWAY_MAX.toNanos()) {
                break;
            }
        }
        if (away != null) {
            throw away;
        }
    }

    /** A busy sale is due in the next run, others by turns. */
    public void note(UUID scheduleId, boolean isBusy) {
        rounds.note(scheduleId, isBusy);
    }

    /** Makes every sale due in the next run. */
    public void lookAtAll() {
        rounds.lookAtAll();
    }
}
