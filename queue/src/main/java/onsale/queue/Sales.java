package onsale.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every sale of these hours in this node's memory, read each second. */
final class Sales implements AutoCloseable {

    static final int SALES_MAX = 500;
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(Sales.class);

    private final QueueStore store;
    private final Database database;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;
    private volatile Map<UUID, Sale> around = Map.of();

    /** How far the database's clock is ahead of this node's. */
    private volatile Duration ahead = Duration.ZERO;

    Sales(QueueStore store, Database database) {
        this.store = store;
        this.database = database;
        this.thread = Thread.ofVirtual().name("queue-sales").start(this::readUntilStopped);
    }

    /** From memory only. */
    @Nullable Sale known(UUID scheduleId) {
        return around.get(scheduleId);
    }

    /** Asks the database if need be. */
    @Nullable Sale find(UUID scheduleId) {
        @Nullable Sale known = known(scheduleId);
        return known != null ? known : store.find(scheduleId).orElse(null);
    }

    Map<UUID, Sale> all() {
        return around;
    }

    /** The database's time, as well as this node knows it. */
    Instant now() {
        return Instant.now().plus(ahead);
    }

    /** After a change that this node has made. */
    void readNow() {
        Map<UUID, Sale> read = new HashMap<>();
        store.around(SALES_MAX).forEach(sale -> read.put(sale.id(), sale));
        Instant before = Instant.now();
        ahead = Duration.between(before, database.now());
        around = read;
    }

    private void readUntilStopped() {
        do {
            try {
                readNow();
            } catch (RuntimeException e) {
                LOG.debug("The sales are not fresh: {}", e.toString());
            }
        } while (!stops());
    }

    private boolean stops() {
        try {
            return stopping.await(EVERY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        stopping.countDown();
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
