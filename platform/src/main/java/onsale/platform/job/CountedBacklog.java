package onsale.platform.job;

import java.time.Duration;
import onsale.platform.job.Jobs.Backlog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The backlog of one job, counted after a run, but not after each run of a job that runs often. */
final class CountedBacklog {

    private static final Duration COUNT_EVERY = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(CountedBacklog.class);

    private final String job;
    private final @Nullable Backlog backlog;
    private @Nullable Long counted;
    private long countedNanos = System.nanoTime() - COUNT_EVERY.toNanos();

    CountedBacklog(String job, @Nullable Backlog backlog) {
        this.job = job;
        this.backlog = backlog;
    }

    /** Null if the job counts nothing, or the count failed. */
    @Nullable Long now() {
        long now = System.nanoTime();
        if (backlog != null && now - countedNanos >= COUNT_EVERY.toNanos()) {
            countedNanos = now;
            try {
                counted = backlog.count();
            } catch (RuntimeException e) {
                LOG.warn("The backlog of job {} is not known: {}", job, e.toString());
                counted = null;
            }
        }
        return counted;
    }
}
