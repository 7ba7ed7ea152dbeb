package onsale.queue.sale;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.db.Database;
import onsale.platform.job.Loop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current sales in this node's memory. Those that changed are read each second. All are read
 * less often, to find the sales that became current, or ceased to be, without a change.
 */
public final class Sales implements AutoCloseable {

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration ALL_EVERY = Duration.ofSeconds(30);

    /** A change whose transaction takes longer is seen only when all sales are read. */
    private static final Duration COMMITTED_WITHIN = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(Sales.class);

    private final SaleStore store;
    private final Database database;
    private final Loop loop;
    private final Map<UUID, Sale> current = new ConcurrentHashMap<>();
    private @Nullable Instant readAt;
    private long allReadNanos;

    /** How far the database's clock is ahead of this node's. */
    private volatile Duration databaseAhead = Duration.ZERO;

    public Sales(SaleStore store, Database database) {
        this.store = store;
        this.database = database;
        this.loop = Loop.every(EVERY, "queue-sales", this::read).start();
    }

    /** The sale if this node has it in memory. */
    public @Nullable Sale known(UUID scheduleId) {
        return current.get(scheduleId);
    }

    /** The sale from memory, else from the database. */
    public @Nullable Sale find(UUID scheduleId) {
        @Nullable Sale known = known(scheduleId);
        return known != null ? known : store.find(scheduleId).orElse(null);
    }

    public int count() {
        return current.size();
    }

    /** All current sales from memory, a second old at most. */
    public List<Sale> known() {
        return new ArrayList<>(current.values());
    }

    /** All current sales, read now. */
    public List<Sale> fresh() {
        readNow();
        return new ArrayList<>(current.values());
    }

    /** The time of the database's clock, as well as this node knows it. */
    public Instant now() {
        return Instant.now().plus(databaseAhead);
    }

    /** Reads at once what has changed, for instance after a change that this node has made. */
    public synchronized void readNow() {
        long nanos = System.nanoTime();
        boolean all = readAt == null || nanos - allReadNanos > ALL_EVERY.toNanos();
        if (all) {
            Instant before = Instant.now();
            databaseAhead = Duration.between(before, database.now());
        }
        Instant now = now();
        if (readAt == null || all) {
            Set<UUID> read = new HashSet<>();
            for (Sale sale : store.current()) {
                current.put(sale.id(), sale);
                read.add(sale.id());
            }
            current.keySet().retainAll(read);
            allReadNanos = nanos;
        } else {
            for (Sale sale : store.changedSince(readAt.minus(COMMITTED_WITHIN))) {
                if (sale.isCurrent(now)) {
                    current.put(sale.id(), sale);
                } else {
                    current.remove(sale.id());
                }
            }
        }
        readAt = now;
    }

    private void read() {
        try {
            readNow();
        } catch (RuntimeException e) {
            LOG.debug("Could not read the sales: {}", e.toString());
        }
    }

    @Override
    public void close() {
        loop.close();
    }
}
