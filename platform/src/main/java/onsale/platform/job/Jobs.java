package onsale.platform.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import onsale.platform.db.Database;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic work that all nodes of a context share. Each process starts the same jobs; a row per job
 * says who runs and when it is due next, by the database's clock:
 *
 * <ul>
 *   <li>within a lease only one node runs a job;
 *   <li>from one start to the next passes at least the interval, whoever runs;
 *   <li>a node that dies loses the job when its lease is over, and another repeats the run;
 *   <li>a run that throws is logged and tried again after the interval.
 * </ul>
 *
 * A lease saves work, it does not guard data: a node that was paused may wake up in the middle of
 * its work beside its successor. So work must be safe to repeat, and long work asks {@link
 * Lease#stillMine}.
 */
public final class Jobs implements AutoCloseable {

    /** What a job does. */
    @FunctionalInterface
    public interface Work {
        void run(Lease lease) throws Exception;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_.-]{0,59}");

    /** How long a stop waits for work under way before it interrupts it. */
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final JobLeases leases;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    public Jobs(Database database) {
        this.leases = new JobLeases(database);
    }

    /**
     * Starts a job, the first run of a new one at once.
     *
     * @param name the same on every node, unique within the context
     * @param lease longer than a run or a step of it takes; after a death nobody runs for so long
     */
    public synchronized void every(String name, Duration interval, Duration lease, Work work) {
        if (!NAME.matcher(name).matches() || interval.toMillis() < 1 || lease.toMillis() < 1) {
            throw new IllegalArgumentException("not a job: " + name);
        }
        Job job = new Job(leases, name, interval, lease, work, stopping);
        threads.add(Thread.ofVirtual().name("job-" + name).start(job));
    }

    /** Starts no more runs, and waits for those under way to end. */
    @Override
    public synchronized void close() {
        stopping.countDown();
        Instant deadline = Instant.now().plus(STOP_WITHIN);
        for (Thread thread : threads) {
            if (!ended(thread, Duration.between(Instant.now(), deadline))) {
                LOG.warn(
                        "{} did not end within {} and is interrupted",
                        thread.getName(),
                        STOP_WITHIN);
                thread.interrupt();
            }
        }
    }

    private static boolean ended(Thread thread, Duration within) {
        try {
            return thread.join(within.isNegative() ? Duration.ZERO : within);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
