package onsale.payment.settle;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import onsale.platform.job.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes rows that are due and works on them side by side, because the provider may take its time
 * over each. A row that fails stays and is due again later. Rows are taken one by one, so a node
 * that dies or waits for the provider holds nobody else up.
 */
public final class DueRows {

    /** Rows that are worked on at a time. */
    public static final int AT_ONCE = 50;

    private static final Logger LOG = LoggerFactory.getLogger(DueRows.class);

    private DueRows() {}

    /**
     * Works until no more rows are due or the lease is lost.
     *
     * @param take takes up to so many rows
     */
    public static <T> void each(Lease lease, IntFunction<List<T>> take, Consumer<T> work) {
        List<T> taken;
        do {
            taken = take.apply(AT_ONCE);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (T row : taken) {
                    threads.execute(() -> attempt(row, work));
                }
            }
        } while (taken.size() == AT_ONCE && lease.stillMine());
    }

    /** Works on one row; a failure is logged. */
    public static <T> void attempt(T row, Consumer<T> work) {
        try {
            work.accept(row);
        } catch (RuntimeException e) {
            LOG.warn("{} is tried again later: {}", row, e.toString());
        }
    }
}
