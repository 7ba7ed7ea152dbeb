package onsale.edge.limit;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits of this node, by its own counts and what Redis last reported of all nodes. An event
 * loop may use it: no I/O, no lock, no work for another thread. It remembers a bounded number of
 * clients in a table of small sets. When a set is full, the client that has been silent longest is
 * forgotten and starts again from zero; others are not affected, since a count belongs to one key.
 */
public final class LocalLimiter {

    private static final int SET = 8;

    /** Sets fill from the left, and no slot becomes free again. */
    private final AtomicReferenceArray<@Nullable Client> table;

    private final int sets;
    private final LongSupplier nowMillis;

    /**
     * One client under one limit; immutable, so that one compare-and-set in the table counts a
     * request.
     *
     * @param hash of the key, for a fast comparison
     * @param unreported requests that passed here and were not reported to Redis yet
     * @param global null unless the usage of all nodes matters now
     */
    private record Client(
            String key,
            int hash,
            long seenAt,
            SlidingWindow window,
            int unreported,
            @Nullable GlobalUsage global) {

        boolean is(String otherKey, int otherHash) {
            return hash == otherHash && key.equals(otherKey);
        }
    }

    public LocalLimiter(int clientsMax) {
        this(clientsMax, sinceNow());
    }

    LocalLimiter(int clientsMax, LongSupplier nowMillis) {
        this.sets = Math.max(1, clientsMax / SET);
        this.table = new AtomicReferenceArray<>(sets * SET);
        this.nowMillis = nowMillis;
    }

    private static LongSupplier sinceNow() {
        long start = System.nanoTime();
        return () -> (System.nanoTime() - start) / 1_000_000;
    }

    /** Decides on a request and counts it unless it is refused. */
    public LimitDecision take(String key, Limit limit) {
        long now = nowMillis.getAsLong();
        int hash = key.hashCode();
        while (true) {
            int slot = slot(key, hash);
            @Nullable Client found = table.get(slot);
            Client before = found != null && found.is(key, hash) ? found : unknown(key, hash);
            @Nullable GlobalUsage global = before.global;
            if (global != null && global.isOver(limit, now)) {
                global = null;
            }
            SlidingWindow.Step step = before.window.take(limit, now);
            LimitDecision decision = step.decision();
            if (global != null) {
                decision = decision.tighter(global.decide(limit, before.unreported, now));
            }
            Client after;
            if (decision.allowed()) {
                int unreported = Math.min(before.unreported + 1, step.next().requests());
                after = new Client(before.key, hash, now, step.next(), unreported, global);
            } else if (before.seenAt < now) {
                after = new Client(before.key, hash, now, before.window, before.unreported, global);
            } else {
                return decision; // a flood of refused requests writes once per millisecond
            }
            if (table.compareAndSet(slot, found, after)) {
                return decision;
            }
        }
    }

    /** Returns what {@link #take} would decide, without counting the request. */
    public LimitDecision peek(String key, Limit limit) {
        long now = nowMillis.getAsLong();
        int hash = key.hashCode();
        @Nullable Client found = table.get(slot(key, hash));
        Client client = found != null && found.is(key, hash) ? found : unknown(key, hash);
        LimitDecision decision = client.window.take(limit, now).decision();
        @Nullable GlobalUsage global = client.global;
        return global == null || global.isOver(limit, now)
                ? decision
                : decision.tighter(global.decide(limit, client.unreported, now));
    }

    private static Client unknown(String key, int hash) {
        return new Client(key, hash, Long.MIN_VALUE, SlidingWindow.EMPTY, 0, null);
    }

    /** Returns the requests to report to Redis, without those that no longer count. */
    int unreported(String key, Limit limit) {
        int hash = key.hashCode();
        @Nullable Client client = table.get(slot(key, hash));
        return client != null && client.is(key, hash)
                ? Math.min(
                        client.unreported,
                        client.window.at(limit, nowMillis.getAsLong()).requests())
                : 0;
    }

    /** Notes that Redis has counted so many requests of this node, and what all nodes have used. */
    void reported(String key, int requests, long usedByAll) {
        reported(key, requests, new GlobalUsage(usedByAll, nowMillis.getAsLong()));
    }

    /** Notes that Redis may have counted so many requests. They are not reported again. */
    void maybeReported(String key, int requests) {
        reported(key, requests, null);
    }

    private void reported(String key, int requests, @Nullable GlobalUsage news) {
        int hash = key.hashCode();
        while (true) {
            int slot = slot(key, hash);
            @Nullable Client before = table.get(slot);
            if (before == null || !before.is(key, hash)) {
                return; // forgotten meanwhile
            }
            int unreported = Math.max(0, before.unreported - requests);
            @Nullable GlobalUsage global = news == null ? before.global : news;
            Client after =
                    new Client(before.key, hash, before.seenAt, before.window, unreported, global);
            if (table.compareAndSet(slot, before, after)) {
                return;
            }
        }
    }

    /** Returns the slot of the client, or the slot that it takes over. */
    private int slot(String key, int hash) {
        int spread = hash * 0x9E3779B9; // similar keys go to different sets
        int from = (int) ((Integer.toUnsignedLong(spread) * sets) >>> 32) * SET;
        int silent = from;
        long seenAt = Long.MAX_VALUE;
        for (int i = from; i < from + SET; i++) {
            @Nullable Client client = table.get(i);
            if (client == null || client.is(key, hash)) {
                return i;
            }
            if (client.seenAt < seenAt) {
                silent = i;
                seenAt = client.seenAt;
            }
        }
        return silent;
    }

    int clients() {
        int clients = 0;
        for (int i = 0; i < table.length(); i++) {
            clients += table.get(i) == null ? 0 : 1;
        }
        return clients;
    }
}
