package onsale.edge;

/**
 * The end of one request's time. When it comes, the thread that works for the request is
 * interrupted, unless the work is done or its answer has begun: an interrupt would then hit the
 * next work of the thread, or close the client's connection in the middle of the answer.
 */
final class Deadline {

    static final String ATTRIBUTE = Deadline.class.getName();

    private final Thread worker = Thread.currentThread();
    private boolean over;
    private boolean passed;

    /** By the watchman, from another thread. */
    synchronized void pass() {
        if (!over) {
            passed = true;
            worker.interrupt();
        }
    }

    /** From here on the worker is safe. Leaves no interrupt of ours behind. */
    synchronized void stop() {
        if (!over) {
            over = true;
            if (passed) {
                Thread.interrupted();
            }
        }
    }

    synchronized boolean hasPassed() {
        return passed;
    }
}
