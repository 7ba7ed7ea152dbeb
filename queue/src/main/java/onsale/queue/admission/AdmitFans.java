package onsale.queue.admission;

import java.time.Duration;
import onsale.platform.redis.load.SlowPurchases;
import onsale.queue.line.Line;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleRounds;
import onsale.queue.sale.Sales;

/**
 * Calls the next fans of every line. The script decides whom; that one node runs it at a time saves
 * work. Without PostgreSQL nobody is called, because nobody could be let in.
 *
 * <p>The pace of a line follows the purchases: while they are slow on any node, fewer fans are
 * called than the rate allows, and more again when they are fast.
 */
public final class AdmitFans {

    private static final double SLOWER = 0.7;
    private static final double FASTER = 1.1;

    /** Some are always called: without purchases nobody would notice that they are fast again. */
    private static final double LEAST_PACE = 0.05;

    private final Sales sales;
    private final Line line;
    private final SlowPurchases slowPurchases;
    private final long paceEveryNanos;
    private final SaleRounds rounds = new SaleRounds();
    private long pacedAt = System.nanoTime();

    /**
     * @param paceEvery how often the pace of lines follows the purchases
     */
    public AdmitFans(Sales sales, Line line, SlowPurchases slowPurchases, Duration paceEvery) {
        this.sales = sales;
        this.line = line;
        this.slowPurchases = slowPurchases;
        this.paceEveryNanos = paceEvery.toNanos();
    }

    /** Sales from memory are fresh enough: the script knows the settings that count. */
    public void run() {
        boolean paces = System.nanoTime() - pacedAt > paceEveryNanos;
        double factor = 1;
        if (paces) {
            pacedAt = System.nanoTime();
            factor = slowPurchases.nodes() > 0 ? SLOWER : FASTER;
        }
        run(paces, factor);
    }

    private void run(boolean paces, double factor) {
        rounds.forEachDue(
                sales.known(),
                sale -> {
                    if (sale.epoch() > 0) {
                        if (paces) {
                            changePace(sale, factor);
                        }
                        boolean isBusy = line.callNext(sale.id()).remaining() > 0;
                        rounds.note(sale.id(), isBusy);
                    }
                });
    }

    /** For a line that no longer follows, all at once. */
    private void changePace(Sale sale, double factor) {
        line.changePace(sale.id(), sale.followLoad() ? factor : 1 / LEAST_PACE, LEAST_PACE);
    }
}
