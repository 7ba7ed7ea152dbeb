package onsale.edge.front.response;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.PerAddressLimit;
import org.eclipse.jetty.util.Callback;

/**
 * Responses that their clients have not read completely, bounded in number for one address and in
 * time. A response beyond either bound is aborted: over HTTP/1 with its connection, over HTTP/2
 * alone.
 */
public final class PendingResponses {

    /** A response counts once, and once more for each of these units. */
    private static final int UNIT_BYTES = 64 << 10;

    private final long nanosMax;
    private final PerAddressLimit addresses;
    private final Set<Pending> pending = ConcurrentHashMap.newKeySet();

    public PendingResponses(Duration timeout, int perAddressMax) {
        this.nanosMax = timeout.toNanos();
        this.addresses = new PerAddressLimit(perAddressMax);
    }

    Pending begin(FrontRequest request, int bytes, Callback callback) {
        return new Pending(request, 1 + bytes / UNIT_BYTES, callback);
    }

    public int count() {
        return pending.size();
    }

    /** Aborts responses that are out of time; to be called regularly. */
    public void abortOverdue() {
        long now = System.nanoTime();
        for (Pending response : pending) {
            if (now - response.begunAt > nanosMax) {
                response.abort();
            }
        }
    }

    /** One response. Nearly all are done before they have to be watched. */
    final class Pending implements Callback {

        private static final int SENDING = 0;
        private static final int WATCHED = 1;
        private static final int DONE = 2;

        private final FrontRequest request;
        private final int weight;
        private final Callback callback;
        private final AtomicInteger state = new AtomicInteger(SENDING);
        private long begunAt;

        private Pending(FrontRequest request, int weight, Callback callback) {
            this.request = request;
            this.weight = weight;
            this.callback = callback;
        }

        void watchUnlessDone() {
            if (state.get() == DONE) {
                return;
            }
            begunAt = System.nanoTime();
            boolean tooMany = !addresses.take(request.countedAddress(), weight);
            pending.add(this);
            if (!state.compareAndSet(SENDING, WATCHED)) {
                forget(); // it was done meanwhile
            } else if (tooMany) {
                abort();
            }
        }

        private void forget() {
            if (pending.remove(this)) {
                addresses.giveBack(request.countedAddress(), weight);
            }
        }

        private void abort() {
            request.jetty().fail(new TimeoutException("the client does not read"));
        }

        private void done() {
            if (state.getAndSet(DONE) == WATCHED) {
                forget();
            }
        }

        @Override
        public void succeeded() {
            done();
            callback.succeeded();
        }

        @Override
        public void failed(Throwable cause) {
            done();
            callback.failed(cause);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
