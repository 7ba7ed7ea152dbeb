package onsale.queue;

import java.time.Duration;
import onsale.platform.job.Jobs;
import onsale.queue.admission.AdmitFans;
import onsale.queue.admission.CallEnteredLines;
import onsale.queue.admission.EndTurn;
import onsale.queue.recovery.CleanLines;
import onsale.queue.recovery.MendLines;
import onsale.queue.recovery.OpenLines;

/**
 * What the waiting room does at intervals: jobs that all nodes share, and the calls of this one.
 */
final class QueueJobs {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONG_LEASE = Duration.ofSeconds(5);
    private static final Duration CLEAN_EVERY = Duration.ofMinutes(10);

    private final AdmitFans admitFans;
    private final CallEnteredLines callEnteredLines;
    private final EndTurn endTurn;
    private final OpenLines openLines;
    private final MendLines mendLines;
    private final CleanLines cleanLines;

    QueueJobs(
            AdmitFans admitFans,
            CallEnteredLines callEnteredLines,
            EndTurn endTurn,
            OpenLines openLines,
            MendLines mendLines,
            CleanLines cleanLines) {
        this.admitFans = admitFans;
        this.callEnteredLines = callEnteredLines;
        this.endTurn = endTurn;
        this.openLines = openLines;
        this.mendLines = mendLines;
        this.cleanLines = cleanLines;
    }

    void start(Jobs jobs, QueueSettings settings) {
        callEnteredLines.start(settings.admitEvery());
        jobs.every("admit", settings.admitEvery(), LEASE, lease -> admitFans.run());
        jobs.every("expire-turns", settings.expireEvery(), LEASE, endTurn::expire);
        jobs.every("open-lines", settings.lineCheckEvery(), LONG_LEASE, openLines::run);
        jobs.every("mend-lines", settings.mendEvery(), LONG_LEASE, mendLines::run);
        long hours = settings.cleanAfter().toHours();
        jobs.every(
                "clean-lines",
                CLEAN_EVERY,
                LONG_LEASE,
                lease -> cleanLines.run(hours, lease),
                () -> cleanLines.count(hours));
    }
}
