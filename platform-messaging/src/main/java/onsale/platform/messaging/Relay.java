package onsale.platform.messaging;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import onsale.platform.db.Database;
import onsale.platform.job.Loop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the outbox of one context. Any number of relays may run, in one process or many.
 *
 * <p>Order: a relay leases a shard, reads it from the first unpublished row, sends in that order
 * and never past a failure. Two relays that both believe they own a shard (one was paused longer
 * than its lease) send the same rows in the same order, so a consumer sees duplicates but never a
 * later message of a key before an earlier one.
 *
 * <p>Failures: while the broker cannot be reached, the relay tries again without end. A message
 * that the broker refuses is tried {@value #ATTEMPTS_MAX} times, 1, 2 and 4 s apart; meanwhile
 * later messages of its key wait and all others pass. Then it becomes a dead letter and the
 * messages behind it pass: consumers guard their effects by state, so that redriving it later is
 * harmless.
 */
public final class Relay implements AutoCloseable {

    static final int ATTEMPTS_MAX = 3;
    private static final Duration BACK_OFF_FIRST = Duration.ofSeconds(1);
    private static final Duration BUSY_RETRY = Duration.ofMillis(10);
    private static final Duration TROUBLE_RETRY = Duration.ofMillis(500);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(15);
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private final UUID owner = UUID.randomUUID();
    private final MessagingSettings settings;
    private final OutboxStore store;
    private final Sender sender;
    private final Loop loop;

    /** The shards in which messages wait. */
    private final Set<Integer> waiting = ConcurrentHashMap.newKeySet();

    private boolean shardsExist;
    private long nextPollNanos = System.nanoTime();

    /** Set after a refusal: the next pass sends one by one, to find the message that is refused. */
    private boolean oneByOne;

    public Relay(
            Database database, Outbox outbox, KafkaSettings kafka, MessagingSettings settings) {
        this.settings = settings;
        this.store = new OutboxStore(database);
        this.sender = new Sender(kafka, settings);
        this.loop = new Loop("relay-" + database.schema().schema(), this::step);
        outbox.onCommit(this::wake);
    }

    public void start() {
        loop.start();
    }

    /** Publishes what is waiting, without waiting for the next poll. */
    public void publishNow() {
        for (int shard = 0; shard < Outbox.SHARDS; shard++) {
            waiting.add(shard);
        }
        loop.wake();
    }

    /** Publishes what is waiting in this shard, without waiting for the next poll. */
    void wake(int shard) {
        waiting.add(shard);
        loop.wake();
    }

    private Duration step() {
        try {
            if (!shardsExist) {
                store.createShards();
                shardsExist = true;
            }
            if (System.nanoTime() - nextPollNanos >= 0) {
                waiting.addAll(store.shardsWithWork());
                nextPollNanos = System.nanoTime() + settings.pollEvery().toNanos();
            }
            return publishWaiting();
        } catch (RuntimeException e) {
            LOG.warn("Messages wait: {}", e.toString());
            return retryAfter(TROUBLE_RETRY);
        }
    }

    /** Makes one pass over the shards with work; returns the pause before the next. */
    private Duration publishWaiting() {
        Set<Integer> wanted = takeWaiting();
        if (wanted.isEmpty()) {
            return settings.pollEvery();
        }
        try {
            OutboxStore.Leased leased =
                    store.leaseAndRead(owner, wanted, settings.lease(), settings.batchMax());
            if (!leased.shards().isEmpty()) {
                // A batch starts in the first half of the lease, so that it ends within the second.
                publish(leased, System.nanoTime() + settings.lease().toNanos() / 2);
            }
            wanted.retainAll(leased.busy());
        } finally {
            waiting.addAll(wanted);
        }
        // Another relay has leased these; it may have read the rows before our commit.
        return wanted.isEmpty() ? Duration.ZERO : retryAfter(BUSY_RETRY);
    }

    /** Pauses even if more messages are recorded meanwhile. */
    private Duration retryAfter(Duration pause) {
        loop.stopsWithin(pause);
        return Duration.ZERO;
    }

    /** Sends the messages of leased shards, the first of which are read, and ends the leases. */
    private void publish(OutboxStore.Leased leased, long startBefore) {
        List<Integer> shards = leased.shards();
        List<OutboxStore.Row> batch = leased.rows();
        while (!batch.isEmpty() && System.nanoTime() - startBefore < 0) {
            boolean all = batch.size() < settings.batchMax(); // a later commit wakes the relay
            if (oneByOne) {
                batch = List.of(batch.getFirst());
            }
            Sender.Result result = sender.send(batch);
            boolean isLast = all && !oneByOne && result.trouble() instanceof Sender.Trouble.None;
            if (!result.acknowledged().isEmpty()) {
                store.markPublished(result.acknowledged(), owner, isLast ? shards : List.of());
            }
            switch (result.trouble()) {
                case Sender.Trouble.None _ -> {
                    if (isLast) {
                        return;
                    }
                    oneByOne = oneByOne && batch.size() <= 1;
                }
                case Sender.Trouble.Unreachable(String why) -> {
                    throw new IllegalStateException("Kafka does not take them: " + why);
                }
                case Sender.Trouble.Refused(String why) -> {
                    if (batch.size() == 1) {
                        refused(batch.getFirst(), why);
                    }
                    oneByOne = batch.size() > 1;
                }
            }
            batch = store.unpublished(shards, settings.batchMax());
        }
        if (!batch.isEmpty()) {
            waiting.addAll(shards); // more than fits into one lease
        }
        store.release(owner, shards);
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

    /** Forgets the shards before their rows are read, so that a commit after that wakes again. */
    private Set<Integer> takeWaiting() {
        Set<Integer> taken = new HashSet<>(waiting);
        waiting.removeAll(taken);
        return taken;
    }

    @Override
    public void close() {
        loop.close(STOP_WITHIN);
        sender.close();
    }
}
