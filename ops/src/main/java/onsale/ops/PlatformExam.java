package onsale.ops;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import onsale.ops.JobStore.JobView;
import onsale.ops.OperatorMessages.Summary;
import onsale.ops.doctor.Findings;
import onsale.platform.db.Database;

/** Looks at the platform's own rows: messages, dead letters, jobs and integrity. */
final class PlatformExam {

    private static final String MESSAGES = "docs/runbooks/messages.md";
    private static final String JOBS = "docs/runbooks/jobs.md";
    private static final String INTEGRITY = "docs/runbooks/integrity.md";
    private static final int WAITING_MAX = 100;
    private static final Duration WAITING_FOR_MAX = Duration.ofMinutes(1);
    private static final int FAILURES_MAX = 2;

    private final Database reader;
    private final OperatorMessages messages;
    private final Findings findings;

    PlatformExam(Database reader, OperatorMessages messages, Findings findings) {
        this.reader = reader;
        this.messages = messages;
        this.findings = findings;
    }

    void daily() {
        outbox();
        jobs();
        integrity();
    }

    private void outbox() {
        List<Summary> all = messages.summary();
        long waiting = all.stream().mapToLong(Summary::waiting).sum();
        Duration oldest =
                all.stream()
                        .map(Summary::oldestAt)
                        .filter(Objects::nonNull)
                        .map(at -> Duration.between(at, Instant.now()))
                        .max(Duration::compareTo)
                        .orElse(Duration.ZERO);
        findings.judge(
                waiting <= WAITING_MAX || oldest.compareTo(WAITING_FOR_MAX) <= 0,
                "Messages that wait",
                waiting == 0 ? "none" : waiting + ", the oldest for " + oldest.toSeconds() + " s",
                "Is Kafka there, and does a node of each context run? " + MESSAGES);
        long dead = all.stream().mapToLong(Summary::dead).sum();
        findings.judge(
                dead == 0,
                "Dead letters",
                dead == 0 ? "none" : "" + dead,
                "Read them with onsale messages dead, mend the cause, redrive them: " + MESSAGES);
    }

    private void jobs() {
        List<JobView> jobs = new JobStore(reader).all();
        List<String> late = new ArrayList<>();
        List<String> failing = new ArrayList<>();
        for (JobView job : jobs) {
            String name = job.context() + "/" + job.job();
            if (job.late()) {
                late.add(name);
            }
            if (job.failures() > FAILURES_MAX) {
                failing.add(name + " (" + job.lastError() + ")");
            }
        }
        findings.judge(
                late.isEmpty(),
                "Jobs that nobody runs",
                late.isEmpty() ? "none of " + jobs.size() : String.join(", ", late),
                "Start a node with the role of their context: " + JOBS);
        findings.judge(
                failing.isEmpty(),
                "Jobs that fail",
                failing.isEmpty() ? "none of " + jobs.size() : String.join(", ", failing),
                "The log of the node says why: " + JOBS);
    }

    private void integrity() {
        FindViolations violations = new FindViolations(reader, List.of());
        List<String> alarms = new ArrayList<>();
        List<IntegrityCheck> checks = IntegrityChecks.load().all();
        for (IntegrityCheck check : checks) {
            int found = violations.run(check).size();
            if (check.isAlarm(found)) {
                alarms.add(check.severity() + " " + check.name() + " " + found);
            }
        }
        findings.judge(
                alarms.isEmpty(),
                "Integrity",
                alarms.isEmpty() ? checks.size() + " checks" : String.join(", ", alarms),
                "onsale ops check shows examples: " + INTEGRITY);
    }
}
