package onsale.edge.limit;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits of this node alone. An event loop may use it: no I/O, no lock, no work left for another
 * thread. Remembers a bounded number of clients in a table of small sets; where a set is full, the
 * client who has been silent longest is forgotten and starts anew. That never harms another: a
 * count belongs to exactly one key.
 */
public final class LocalLimiter {

    private static final int SET = 8;

    /** Sets fill from the left and no place becomes free again. */
    private final AtomicReferenceArray<@Nullable Client> table;

    private final int sets;
    private final LongSupplier nowMillis;

    private record Client(String key, long seenAt, SlidingWindow window) {}

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

    /** Counts the call unless it is refused. */
    public Verdict take(String key, Limit limit) {
        long now = nowMillis.getAsLong();
        while (true) {
            int place = place(key);
            @Nullable Client before = table.get(place);
            SlidingWindow.Step step = window(before, key).take(limit, now);
            if (table.compareAndSet(place, before, new Client(key, now, step.next()))) {
                return step.verdict();
            }
        }
    }

    /** Keeps count while another decides, so as not to start from nothing when it goes away. */
    void note(String key, Limit limit) {
        long now = nowMillis.getAsLong();
        while (true) {
            int place = place(key);
            @Nullable Client before = table.get(place);
            SlidingWindow next = window(before, key).note(limit, now);
            if (table.compareAndSet(place, before, new Client(key, now, next))) {
                return;
            }
        }
    }

    private static SlidingWindow window(@Nullable Client client, String key) {
        return client != null && client.key.equals(key) ? client.window : SlidingWindow.EMPTY;
    }

    /** Where the client is, or whose place it takes. */
    private int place(String key) {
        int hash = key.hashCode() * 0x9E3779B9; // similar keys go to different sets
        int from = (int) ((Integer.toUnsignedLong(hash) * sets) >>> 32) * SET;
        int silent = from;
        long seenAt = Long.MAX_VALUE;
        for (int i = from; i < from + SET; i++) {
            @Nullable Client client = table.get(i);
            if (client == null || client.key.equals(key)) {
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
