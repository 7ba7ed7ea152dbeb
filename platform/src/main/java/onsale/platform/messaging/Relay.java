package onsale.platform.messaging;

import java.time.Duration;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import onsale.platform.db.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes one context's outbox. Any number may run, in one process or many.
 *
 * <p>Order: a relay leases a shard, reads it from the first unpublished row, sends in that order
 * and never past a failure. Two relays that both believe they own a shard (one was paused longer
 * than its lease) send the same rows in the same order, so that a consumer sees duplicates but
 * never a later message of a key before an earlier one.
 *
 * <p>Failures: an unreachable broker is nobody's fault and is tried again for ever. A message the
 * broker refuses is tried {@value #ATTEMPTS_MAX} times, 1, 2 and 4 s apart; meanwhile later
 * messages of its key wait and all others pass. Then it is a dead letter and the messages behind it
 * pass: consumers guard their effects by state, so that redriving it later is harmless.
 */
public final class Relay implements AutoCloseable {

    static final int ATTEMPTS_MAX = 3;
    private static final Duration BACK_OFF_FIRST = Duration.ofSeconds(1);
    private static final Duration BUSY_RETRY = Duration.ofMillis(10);
    private static final Duration TROUBLE_RETRY = Duration.ofMillis(500);
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private final UUID owner = UUID.randomUUID();
    private final MessagingSettings settings;
    private final OutboxStore store;
    private final Sender sender;
    private final Thread thread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private final BitSet dirty = new BitSet(Outbox.SHARDS);
    private boolean stopping;

    /**
     * After a refused message the next pass sends one by one, so that blame falls on the right one.
     */
    private boolean careful;

    public Relay(
            Database database, Outbox outbox, KafkaSettings kafka, MessagingSettings settings) {
        this.settings = settings;
        this.store = new OutboxStore(database);
        this.sender = new Sender(kafka, settings);
        this.thread =
                Thread.ofVirtual().name("relay-" + database.schema().schema()).unstarted(this::run);
        outbox.onCommit(this::wake);
    }

    public void start() {
        thread.start();
    }

    /** Publishes what is waiting, without waiting for the next poll. */
    public void publishNow() {
        for (int shard = 0; shard < Outbox.SHARDS; shard++) {
            wake(shard);
        }
    }

    /** Publish now what is waiting in this shard. */
    void wake(int shard) {
        lock.lock();
        try {
            dirty.set(shard);
            woken.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        boolean shardsExist = false;
        long nextPoll = System.nanoTime();
        while (true) {
            Duration pause;
            try {
                if (!shardsExist) {
                    store.createShards();
                    shardsExist = true;
                }
                if (System.nanoTime() - nextPoll >= 0) {
                    store.shardsWithWork().forEach(this::wake);
                    nextPoll = System.nanoTime() + settings.pollEvery().toNanos();
                }
                pause = publishDirty();
            } catch (RuntimeException e) {
                LOG.warn("Messages wait: {}", e.toString());
                pause = TROUBLE_RETRY;
            }
            if (!await(pause)) {
                return;
            }
        }
    }

    /** One pass over the shards with work; tells how long to wait before the next. */
    private Duration publishDirty() {
        Set<Integer> wanted = takeDirty();
        if (wanted.isEmpty()) {
            return settings.pollEvery();
        }
        boolean done = false;
        try {
            List<Integer> leased = store.lease(owner, wanted, settings.lease());
            if (!leased.isEmpty()) {
                // A batch starts in the first half of the lease, so that it ends within the second.
                long startBefore = System.nanoTime() + settings.lease().toNanos() / 2;
                publish(leased, startBefore);
                store.release(owner, leased);
            }
            leased.forEach(wanted::remove);
            done = true;
            // The rest is another relay's at the moment; it may have looked before our commit.
            return wanted.isEmpty() ? Duration.ZERO : BUSY_RETRY;
        } finally {
            if (!done || !wanted.isEmpty()) {
                wanted.forEach(this::wake);
            }
        }
    }

    private void publish(List<Integer> shards, long startBefore) {
        while (System.nanoTime() - startBefore < 0) {
            List<OutboxStore.Row> batch = store.unpublished(shards, settings.batchMax());
            if (batch.isEmpty()) {
                return;
            }
            boolean all = batch.size() < settings.batchMax(); // who commits later wakes us
            if (careful) {
                batch = List.of(batch.getFirst());
            }
            Sender.Result result = sender.send(batch);
            if (!result.acknowledged().isEmpty()) {
                store.markPublished(result.acknowledged());
            }
            switch (result.trouble()) {
                case Sender.Trouble.None _ -> {
                    if (all && !careful) {
                        return;
                    }
                    careful = careful && batch.size() <= 1;
                }
                case Sender.Trouble.Unreachable(String why) -> {
                    throw new IllegalStateException("Kafka does not take them: " + why);
                }
                case Sender.Trouble.Refused(String why) -> {
                    if (batch.size() == 1) {
                        refused(batch.getFirst(), why);
                    }
                    careful = batch.size() > 1;
                }
            }
        }
        shards.forEach(this::wake); // more than one lease's worth
    }

    private void refused(OutboxStore.Row row, String why) {
        boolean dead = row.retryCount() + 1 >= ATTEMPTS_MAX;
        store.markFailed(row.seq(), why, BACK_OFF_FIRST.multipliedBy(1L << row.retryCount()), dead);
        LOG.warn(
                "Message {} of type {} was refused ({}){}",
                row.id(),
                row.type(),
                why,
                dead ? " and is a dead letter now" : "");
    }

    private Set<Integer> takeDirty() {
        lock.lock();
        try {
            Set<Integer> taken = new HashSet<>();
            dirty.stream().forEach(taken::add);
            dirty.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** False when the relay is to stop. */
    private boolean await(Duration pause) {
        lock.lock();
        try {
            long left = pause.toNanos();
            boolean wakeable = pause.equals(settings.pollEvery());
            while (!stopping && left > 0 && !(wakeable && !dirty.isEmpty())) {
                left = woken.awaitNanos(left);
            }
            return !stopping;
        } catch (InterruptedException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            stopping = true;
            woken.signal();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(TimeUnit.SECONDS.toMillis(15));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sender.close();
    }
}
