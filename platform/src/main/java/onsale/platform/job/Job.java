package onsale.platform.job;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import onsale.platform.job.Jobs.Work;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One job in one process: a loop that asks the row, runs and waits, and that nothing ends. */
final class Job implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Job.class);

    /** Between two questions, however soon the row says the job is free. */
    private static final Duration WAIT_MIN = Duration.ofMillis(10);

    /** Between two questions when the last one had no answer. */
    private static final Duration WAIT_AFTER_FAILURE = Duration.ofSeconds(1);

    private final JobLeases leases;
    private final String name;
    private final Duration interval;
    private final Duration lease;
    private final Work work;
    private final CountDownLatch stopping;

    Job(
            JobLeases leases,
            String name,
            Duration interval,
            Duration lease,
            Work work,
            CountDownLatch stopping) {
        this.leases = leases;
        this.name = name;
        this.interval = interval;
        this.lease = lease;
        this.work = work;
        this.stopping = stopping;
    }

    @Override
    public void run() {
        Duration wait = Duration.ZERO;
        while (!stopsWithin(wait)) {
            try {
                wait = runOnce();
            } catch (RuntimeException e) {
                LOG.warn("Job {} cannot reach its lease: {}", name, e.toString());
                wait = longer(interval, WAIT_AFTER_FAILURE);
            }
        }
    }

    /** Runs if it is this node's turn; tells how long to wait before asking again. */
    private Duration runOnce() {
        UUID runId = UUID.randomUUID();
        if (leases.take(name, runId, lease)) {
            Run run = new Run(runId);
            boolean failed = !succeeds(run);
            if (run.cutShort) {
                leases.handOver(name, runId);
            } else {
                leases.finish(name, runId, interval, failed);
            }
        }
        // Not longer than an interval: the lease may be given back before its time.
        Duration free = leases.untilFree(name);
        return longer(free.compareTo(interval) < 0 ? free : interval, WAIT_MIN);
    }

    /** Whatever the work throws, errors included, ends this run and not the loop. */
    private boolean succeeds(Run run) {
        try {
            work.run(run);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // told to stop for good
            run.cutShort = true;
            return false;
        } catch (Throwable e) {
            LOG.error("Job {} failed and is tried again next time", name, e);
            return false;
        }
    }

    private boolean stopsWithin(Duration wait) {
        try {
            return stopping.await(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    private final class Run implements Lease {

        private final UUID id;
        private boolean cutShort;

        Run(UUID id) {
            this.id = id;
        }

        @Override
        public boolean stillMine() {
            if (stopping.getCount() == 0) {
                cutShort = true;
                return false;
            }
            return leases.renew(name, id, lease);
        }
    }
}
