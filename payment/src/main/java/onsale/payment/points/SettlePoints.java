package onsale.payment.points;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import onsale.payment.order.OrderStore;
import onsale.payment.points.PointStore.Unsettled;
import onsale.platform.db.Database;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;

/**
 * Lets new payments earn their points, and points become spendable or expire when it is time. Each
 * row is looked at again under its lock, so that nodes may do this at once.
 */
public final class SettlePoints {

    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final int AT_ONCE = 100;

    private final Database database;
    private final OrderStore orders;
    private final Points points;
    private final PointStore store;

    public SettlePoints(Database database, OrderStore orders, Points points) {
        this.database = database;
        this.orders = orders;
        this.points = points;
        this.store = new PointStore(database);
    }

    public void start(Jobs jobs, Duration every) {
        jobs.every("settle-points", every, LEASE, this::run);
    }

    public void run(Lease lease) {
        int done;
        do {
            done = each(store.unsettled(AT_ONCE), this::settle);
            done = Math.max(done, each(store.dueToMature(AT_ONCE), lot -> points.mature(lot.id())));
            done = Math.max(done, each(store.dueToExpire(AT_ONCE), lot -> points.expire(lot.id())));
        } while (done == AT_ONCE && lease.stillMine());
    }

    private <T> int each(List<T> rows, Consumer<T> change) {
        for (T row : rows) {
            database.inTransaction(() -> change.accept(row));
        }
        return rows.size();
    }

    private void settle(Unsettled payment) {
        orders.lock(payment.orderId());
        points.settle(payment.id());
    }
}
