package onsale.platform.job;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A background thread that runs a step again and again until it is stopped. Each step returns how
 * long to pause before the next one; {@link #wake} and {@link #stop} end a pause early. A step that
 * throws is logged and does not end the loop.
 *
 * <p>Every node runs its own loops. For periodic work that the nodes share, see {@link Jobs}.
 */
public final class Loop implements AutoCloseable {

    /** One round of the loop. */
    @FunctionalInterface
    public interface Step {

        /**
         * Returns the pause before the next round. Steps that take long ask {@link
         * Loop#isStopping}. An {@link InterruptedException} ends the loop.
         */
        Duration run() throws InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration STEP_WITHIN = Duration.ofSeconds(10);
    private static final Duration INTERRUPTED_STEP_WITHIN = Duration.ofSeconds(5);

    private final Step step;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean woken;
    private volatile boolean stopping;

    /** A loop on a virtual thread. */
    public Loop(String name, Step step) {
        this(Thread.ofVirtual().name(name), step);
    }

    /** A loop on a thread of the caller's choice, for example for work that pins its carrier. */
    public Loop(Thread.Builder thread, Step step) {
        this.step = step;
        this.thread = thread.unstarted(this::run);
    }

    /** A loop that always pauses for the same time. */
    public static Loop every(Duration pause, String name, Runnable step) {
        return new Loop(
                name,
                () -> {
                    step.run();
                    return pause;
                });
    }

    /** Starts the first step at once. */
    public Loop start() {
        thread.start();
        return this;
    }

    /** Runs the next step without a pause; if one is running, another follows it at once. */
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Asks the loop to end after the step that is running; returns immediately. */
    public void stop() {
        lock.lock();
        try {
            stopping = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public boolean isStopping() {
        return stopping;
    }

    /**
     * Pauses within a step. Returns true, at once, when the loop is to stop; {@link #wake} does not
     * end this pause.
     */
    public boolean stopsWithin(Duration pause) {
        return pausesUntilStop(pause, false);
    }

    /** Stops the loop, and interrupts a step that takes longer than 10 seconds to end. */
    @Override
    public void close() {
        close(STEP_WITHIN);
    }

    /**
     * Stops the loop and waits for its end.
     *
     * @param stepWithin how long the step that is running may take before it is interrupted; zero
     *     interrupts it at once
     */
    public void close(Duration stepWithin) {
        stop();
        if (thread.getState() == Thread.State.NEW || thread.equals(Thread.currentThread())) {
            return;
        }
        try {
            if (stepWithin.isPositive() && thread.join(stepWithin)) {
                return;
            }
            if (stepWithin.isPositive()) {
                LOG.warn("{} did not end within {}: interrupting it", thread.getName(), stepWithin);
            }
            thread.interrupt();
            if (!thread.join(INTERRUPTED_STEP_WITHIN)) {
                LOG.warn("{} does not end although it was interrupted", thread.getName());
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        boolean stop = stopping;
        while (!stop) {
            Duration pause;
            try {
                pause = step.run();
            } catch (InterruptedException e) {
                return;
            } catch (Throwable e) {
                LOG.error("{} failed and goes on", thread.getName(), e);
                pause = PAUSE_AFTER_FAILURE;
            }
            stop = pausesUntilStop(pause, true);
        }
    }

    private boolean pausesUntilStop(Duration pause, boolean wakeable) {
        lock.lock();
        try {
            long leftNanos = pause.toNanos();
            while (!stopping && !(wakeable && woken) && leftNanos > 0) {
                leftNanos = changed.awaitNanos(leftNanos);
            }
            if (wakeable) {
                woken = false;
            }
            return stopping;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
