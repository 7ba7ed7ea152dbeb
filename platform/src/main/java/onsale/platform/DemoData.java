package onsale.platform;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The creation of demo data in an empty database. It runs in the background during the start, and
 * the process is ready when it is done.
 */
public final class DemoData {

    private final boolean wanted;
    private final Queue<Thread> makers = new ConcurrentLinkedQueue<>();

    /**
     * @param wanted whether to create demo data; never true for an external database
     */
    public DemoData(boolean wanted) {
        this.wanted = wanted;
    }

    public boolean wanted() {
        return wanted;
    }

    /** Starts to create some demo data in the background; exceptions are not reported here. */
    public void make(Runnable work) {
        makers.add(Thread.ofVirtual().name("demo-data").start(work));
    }

    /** Waits until everything that was started is done, but no longer than this. */
    public void await(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        for (@Nullable Thread maker = makers.poll(); maker != null; maker = makers.poll()) {
            try {
                long left = end - System.nanoTime();
                if (left <= 0 || !maker.join(Duration.ofNanos(left))) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
