package onsale.edge.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits of this node alone. Needs no I/O and takes no lock that is held for long, so an event loop
 * may use it. Remembers a bounded number of clients; beyond that it forgets some, who then start
 * anew.
 */
public final class LocalLimiter {

    /** Longer than two of the longest windows: what is forgotten counted no more. */
    private static final Duration REMEMBER_FOR = Duration.ofMinutes(3);

    private final Cache<String, Client> clients;
    private final LongSupplier nowMillis;

    public LocalLimiter(int clientsMax) {
        this(clientsMax, sinceNow());
    }

    LocalLimiter(int clientsMax, LongSupplier nowMillis) {
        this.nowMillis = nowMillis;
        this.clients =
                Caffeine.newBuilder()
                        .maximumSize(clientsMax)
                        .expireAfterAccess(REMEMBER_FOR)
                        .build();
    }

    private static LongSupplier sinceNow() {
        long start = System.nanoTime();
        return () -> (System.nanoTime() - start) / 1_000_000;
    }

    /** Counts the call unless it is refused. */
    public Verdict take(String key, Limit limit) {
        return clients.get(key, k -> new Client()).take(limit, nowMillis.getAsLong());
    }

    /** Keeps count while another decides, so as not to start from nothing when it goes away. */
    void note(String key, Limit limit) {
        clients.get(key, k -> new Client()).note(limit, nowMillis.getAsLong());
    }

    private static final class Client {

        private SlidingWindow window = SlidingWindow.EMPTY;

        synchronized Verdict take(Limit limit, long now) {
            SlidingWindow.Step step = window.take(limit, now);
            window = step.next();
            return step.verdict();
        }

        synchronized void note(Limit limit, long now) {
            window = window.note(limit, now);
        }
    }

    long clients() {
        clients.cleanUp();
        return clients.estimatedSize();
    }
}
