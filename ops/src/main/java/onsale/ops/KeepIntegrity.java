package onsale.ops;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import onsale.ops.IntegrityCheck.Severity;
import onsale.platform.integrity.Probe.Finding;
import onsale.platform.integrity.Repair;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the checks on one node at a time, stores the results, and has the owners repair violations
 * when an operator asks. Nothing is repaired automatically: the contexts have their own jobs for
 * that, and violations found here have outlived them.
 */
final class KeepIntegrity {

    static final Duration OFTEN = Duration.ofMinutes(5);
    private static final Duration LOOK_FOR_NIGHT_EVERY = Duration.ofMinutes(10);
    private static final Duration LEASE = Duration.ofMinutes(3);
    private static final String ZONE = "Asia/Seoul";
    private static final int HOUR = 5;
    private static final int SAMPLE_MAX = 10;
    private static final Logger LOG = LoggerFactory.getLogger(KeepIntegrity.class);

    /** The outcome of a repair. */
    sealed interface Outcome {

        /** The owners repaired so many; their messages to others may take a moment to arrive. */
        record Asked(int found, int repaired) implements Outcome {}

        record NoSuchCheck() implements Outcome {}

        /** There is no safe repair, or the owner does not run in this process. */
        record NoRepairHere() implements Outcome {}
    }

    private final IntegrityChecks checks;
    private final FindViolations violations;
    private final IntegrityStore store;
    private final List<Repair> repairs;

    KeepIntegrity(
            IntegrityChecks checks,
            FindViolations violations,
            IntegrityStore store,
            List<Repair> repairs) {
        this.checks = checks;
        this.violations = violations;
        this.store = store;
        this.repairs = List.copyOf(repairs);
    }

    void start(Jobs jobs) {
        jobs.every("integrity-often", OFTEN, LEASE, lease -> run(IntegrityCheck::often, lease));
        jobs.every("integrity-nightly", LOOK_FOR_NIGHT_EVERY, LEASE, this::tonight);
    }

    private void tonight(Lease lease) {
        Optional<LocalDate> night = store.dueNight(HOUR, ZONE);
        if (night.isPresent() && run(check -> true, lease)) {
            store.finishNight(night.get());
        }
    }

    /** Runs all checks now. */
    void runAll() {
        run(check -> true, () -> true);
    }

    private boolean run(Predicate<IntegrityCheck> wanted, Lease lease) {
        for (IntegrityCheck check : checks.all()) {
            if (wanted.test(check)) {
                if (!lease.stillMine()) {
                    return false;
                }
                look(check);
            }
        }
        return true;
    }

    /** Runs one check. A failure is stored in its result and does not stop the others. */
    private List<Finding> look(IntegrityCheck check) {
        long started = System.nanoTime();
        try {
            List<Finding> found = violations.run(check);
            List<String> sample = found.stream().limit(SAMPLE_MAX).map(Finding::detail).toList();
            store.found(check.name(), found.size(), sample, millisSince(started));
            if (check.isAlarm(found.size())) {
                report(check, found.size(), sample);
            }
            return found;
        } catch (RuntimeException e) {
            LOG.warn("The check {} could not look: {}", check.name(), e.toString());
            store.couldNotLook(check.name(), e.toString(), millisSince(started));
            return List.of();
        }
    }

    private static void report(IntegrityCheck check, int found, List<String> sample) {
        LOG.atLevel(
                        check.severity() == Severity.P2
                                ? org.slf4j.event.Level.WARN
                                : org.slf4j.event.Level.ERROR)
                .addKeyValue("check", check.name())
                .addKeyValue("severity", check.severity())
                .addKeyValue("found", found)
                .log(
                        "Integrity {} {}: {} found, for example {}",
                        check.severity(),
                        check.name(),
                        found,
                        sample.getFirst());
    }

    private static long millisSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
    }

    boolean isRepairable(IntegrityCheck check) {
        return repairs.stream().anyMatch(repair -> repair.check().equals(check.name()));
    }

    /** Passes the current violations to their owners, each of which checks again before it acts. */
    Outcome repair(String name) {
        Optional<IntegrityCheck> check = checks.find(name);
        if (check.isEmpty()) {
            return new Outcome.NoSuchCheck();
        }
        if (!isRepairable(check.get())) {
            return new Outcome.NoRepairHere();
        }
        List<String> subjects =
                look(check.get()).stream().map(Finding::subject).distinct().toList();
        int repaired = 0;
        for (Repair repair : repairs) {
            if (repair.check().equals(name) && !subjects.isEmpty()) {
                repaired += repair.action().applyAsInt(subjects);
            }
        }
        store.repaired(name, repaired);
        LOG.info("Integrity {}: {} found, {} dealt with", name, subjects.size(), repaired);
        look(check.get());
        return new Outcome.Asked(subjects.size(), repaired);
    }
}
