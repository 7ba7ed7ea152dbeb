package onsale.edge.front.work;

import java.util.function.Function;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The time at which work on one request is given up. The worker thread is then interrupted, unless
 * the work is done or its response has begun: an interrupt would then hit the thread's next
 * request, or abort the response.
 */
public final class Deadline {

    /** The request attribute that holds the deadline. */
    static final String ATTRIBUTE = Deadline.class.getName();

    private final long atNanos;
    private @Nullable Thread worker;
    private boolean expired;

    Deadline(long atNanos) {
        this.atNanos = atNanos;
    }

    boolean isDue(long nowNanos) {
        return nowNanos - atNanos >= 0;
    }

    /** Makes the calling thread the worker of the request. */
    synchronized void begin() {
        worker = Thread.currentThread();
    }

    /** Interrupts the worker; called by another thread when the deadline is due. */
    synchronized void expire() {
        if (worker != null && !expired) {
            expired = true;
            worker.interrupt();
        }
    }

    /**
     * Ends the deadline: the worker is not interrupted any more, and a set interrupt is cleared.
     */
    synchronized void stop() {
        if (Thread.currentThread().equals(worker)) {
            worker = null;
            if (expired) {
                Thread.interrupted();
            }
        }
    }

    private synchronized boolean isExpired() {
        return expired;
    }

    /** Whether the deadline of the request with these attributes has expired. */
    public static boolean isExpired(Function<String, @Nullable Object> attributes) {
        return attributes.apply(ATTRIBUTE) instanceof Deadline deadline && deadline.isExpired();
    }

    public static Problem problem() {
        return Problem.of(PlatformProblems.TIMEOUT, "Try again in a moment.")
                .retryIn(PlatformProblems.RETRY_AFTER);
    }
}
