package onsale.queue.admission;

import onsale.queue.line.Line;
import onsale.queue.sale.SaleRounds;
import onsale.queue.sale.Sales;

/**
 * Calls the next fans of every line. The script decides whom; that one node runs it at a time saves
 * work. Without PostgreSQL nobody is called, because nobody could be let in.
 */
public final class AdmitFans {

    private final Sales sales;
    private final Line line;
    private final SaleRounds rounds = new SaleRounds();

    public AdmitFans(Sales sales, Line line) {
        this.sales = sales;
        this.line = line;
    }

    /** Sales from memory are fresh enough: the script knows the settings that count. */
    public void run() {
        rounds.forEachDue(
                sales.known(),
                sale -> {
                    if (sale.epoch() > 0) {
                        boolean isBusy = line.callNext(sale.id()).remaining() > 0;
                        rounds.note(sale.id(), isBusy);
                    }
                });
    }
}
