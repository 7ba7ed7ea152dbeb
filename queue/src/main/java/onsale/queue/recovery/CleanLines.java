package onsale.queue.recovery;

import java.util.List;
import onsale.platform.job.Lease;
import onsale.queue.line.LineReader;
import onsale.queue.line.PersonBindings;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore;

/** Deletes the lines of sales that ended long ago from Redis. */
public final class CleanLines {

    private static final int AT_ONCE = 500;

    private final SaleStore sales;
    private final LineReader reader;
    private final LineRecovery line;
    private final PersonBindings persons;

    public CleanLines(
            SaleStore sales, LineReader reader, LineRecovery line, PersonBindings persons) {
        this.sales = sales;
        this.reader = reader;
        this.line = line;
        this.persons = persons;
    }

    public void run(long hours, Lease lease) {
        List<Sale> over;
        do {
            over = sales.toClean(hours, AT_ONCE);
            for (Sale sale : over) {
                if (!lease.stillMine()) {
                    return;
                }
                clean(sale);
            }
        } while (over.size() == AT_ONCE);
    }

    /** The lines that wait to be deleted. */
    public long count(long hours) {
        return sales.countToClean(hours);
    }

    private void clean(Sale sale) {
        reader.forEachWaiting(
                sale.id(),
                fan ->
                        persons.unbind(sale.id(), fan, PersonBindings.ALWAYS)
                                .toCompletableFuture()
                                .join());
        line.clean(sale.id(), sale.epoch());
        sales.cleaned(sale.id());
    }
}
