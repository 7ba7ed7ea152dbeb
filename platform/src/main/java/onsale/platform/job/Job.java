package onsale.platform.job;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.UUID;
import onsale.platform.job.Jobs.Backlog;
import onsale.platform.job.Jobs.Work;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One job on one node: a loop that takes the lease when the job is due, runs and waits. */
final class Job {

    private static final Logger LOG = LoggerFactory.getLogger(Job.class);

    /** The shortest pause between two attempts to take the lease. */
    private static final Duration WAIT_MIN = Duration.ofMillis(10);

    /** The shortest pause after the database could not be asked. */
    private static final Duration WAIT_AFTER_FAILURE = Duration.ofSeconds(1);

    /** The longest pause of a node without the lease, unless the interval is longer. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(1);

    /**
     * How long a job that runs often keeps its lease between runs. It is renewed when half of this
     * has passed, so that an idle node hardly writes to the row. When the node dies, no other node
     * runs the job for this long.
     */
    private static final Duration KEEP = Duration.ofSeconds(4);

    private final JobLeases leases;
    private final String name;
    private final Duration interval;
    private final Duration lease;
    private final Work work;
    private final CountedBacklog backlog;
    private final Loop loop;

    Job(
            JobLeases leases,
            String name,
            Duration interval,
            Duration lease,
            Work work,
            @Nullable Backlog backlog) {
        this.leases = leases;
        this.name = name;
        this.interval = interval;
        this.lease = lease;
        this.work = work;
        this.backlog = new CountedBacklog(name, backlog);
        this.loop = new Loop("job-" + name, this::step);
    }

    Loop loop() {
        return loop;
    }

    private Duration step() {
        try {
            return runIfDue();
        } catch (RuntimeException e) {
            LOG.warn("Job {} cannot reach its lease: {}", name, e.toString());
            return longer(interval, WAIT_AFTER_FAILURE);
        }
    }

    /** Runs the job if this node gets the lease; returns the pause before the next attempt. */
    private Duration runIfDue() {
        UUID runId = UUID.randomUUID();
        OptionalInt failures = leases.take(name, runId, lease);
        if (failures.isPresent()) {
            // The row counts failures: the first run after one resets the count.
            runWhileKept(new Run(runId), failures.getAsInt() == 0);
        }
        // Bounded, because the lease may be given back early.
        return longer(shorter(leases.untilFree(name), longer(interval, ASK_AGAIN)), WAIT_MIN);
    }

    /** Runs once, or repeatedly for as long as the lease is kept between the runs. */
    private void runWhileKept(Run run, boolean mayKeep) {
        boolean often = interval.multipliedBy(2).compareTo(keptFor()) <= 0;
        Ended ended;
        do {
            ended = work(run);
            if (run.cutShort) {
                leases.handOver(name, run.id);
                return;
            }
            if (ended.failed() || !often || !mayKeep) {
                leases.finish(name, run.id, interval, ended);
                return;
            }
            if (loop.stopsWithin(longer(interval.minus(ended.took()), WAIT_MIN))) {
                leases.handOver(name, run.id);
                return;
            }
        } while (run.isKept(ended));
    }

    private Duration keptFor() {
        return shorter(lease, KEEP);
    }

    /** Runs the work. Whatever it throws, errors included, ends this run and not the loop. */
    private Ended work(Run run) {
        long startNanos = System.nanoTime();
        @Nullable String error = null;
        try {
            work.run(run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the loop is closed
            run.cutShort = true;
            error = Ended.describe(e);
        } catch (Throwable e) {
            LOG.error("Job {} failed and is tried again next time", name, e);
            error = Ended.describe(e);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
        return new Ended(took, error, run.cutShort ? null : backlog.now());
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    private final class Run implements Lease {

        private final UUID id;
        private boolean cutShort;
        private long keptNanos = System.nanoTime();

        Run(UUID id) {
            this.id = id;
        }

        @Override
        public boolean stillMine() {
            if (loop.isStopping()) {
                cutShort = true;
                return false;
            }
            return leases.renew(name, id, lease);
        }

        /** Whether the next run may start: enough of the lease is left, or it was renewed. */
        private boolean isKept(Ended ended) {
            long now = System.nanoTime();
            if (now - keptNanos < keptFor().toNanos() / 2) {
                return true;
            }
            keptNanos = now;
            return leases.keep(name, id, keptFor(), interval, ended);
        }
    }
}
