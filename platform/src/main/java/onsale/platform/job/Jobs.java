package onsale.platform.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/**
 * Periodic work that the nodes of a context share. Every node starts the same jobs. One row per job
 * says which node runs it and when it is due next, by the database's clock:
 *
 * <ul>
 *   <li>within a lease only one node runs a job;
 *   <li>two runs start at least the interval apart, whichever node runs them;
 *   <li>a job that runs often stays with its node, which keeps the lease between the runs;
 *   <li>when a node dies, its lease runs out and another node repeats the run;
 *   <li>a run that throws is logged and tried again after the interval.
 * </ul>
 *
 * A lease saves work, it does not guard data: a node that was paused may continue its work while
 * its successor is already running. So work must be safe to repeat, and long work asks {@link
 * Lease#stillMine}. The row also tells operators how the last run went.
 */
public final class Jobs implements AutoCloseable {

    /** The work of a job. */
    @FunctionalInterface
    public interface Work {
        void run(Lease lease) throws Exception;
    }

    /** Counts what waits for a job, for operators. */
    @FunctionalInterface
    public interface Backlog {
        long count();
    }

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_.-]{0,59}");

    /** How long a stop waits for running work, in total, before it interrupts it. */
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final JobLeases leases;
    private final List<Loop> loops = new ArrayList<>();

    public Jobs(Database database) {
        this.leases = new JobLeases(database);
    }

    /**
     * Starts a job; a job without a row yet runs at once.
     *
     * @param name the same on every node, unique within the context
     * @param lease longer than a run, or a step of it, takes; when a node dies, the job pauses for
     *     this long
     */
    public void every(String name, Duration interval, Duration lease, Work work) {
        start(name, interval, lease, work, null);
    }

    /** As {@link #every}, for a job whose backlog operators see. */
    public void every(String name, Duration interval, Duration lease, Work work, Backlog backlog) {
        start(name, interval, lease, work, backlog);
    }

    private synchronized void start(
            String name, Duration interval, Duration lease, Work work, @Nullable Backlog backlog) {
        if (!NAME.matcher(name).matches() || interval.toMillis() < 1 || lease.toMillis() < 1) {
            throw new IllegalArgumentException("not a job: " + name);
        }
        loops.add(new Job(leases, name, interval, lease, work, backlog).loop().start());
    }

    /** Starts no more runs, and waits for those that are running. */
    @Override
    public synchronized void close() {
        loops.forEach(Loop::stop);
        Instant deadline = Instant.now().plus(STOP_WITHIN);
        loops.forEach(loop -> loop.close(Duration.between(Instant.now(), deadline)));
    }
}
