package onsale.ops;

import java.io.PrintWriter;
import java.util.List;
import onsale.platform.db.Database;
import onsale.platform.integrity.Probe.Finding;

/** Runs all checks once from the command line: on PostgreSQL only, without storing results. */
public final class IntegrityReport {

    private static final int SHOWN_MAX = 3;

    private IntegrityReport() {}

    /** Returns whether there is no alarm. */
    public static boolean print(Database reader, PrintWriter out) {
        FindViolations violations = new FindViolations(reader, List.of());
        int alarms = 0;
        for (IntegrityCheck check : IntegrityChecks.load().all()) {
            List<Finding> found = violations.run(check);
            boolean alarm = check.isAlarm(found.size());
            alarms += alarm ? 1 : 0;
            out.printf(
                    "%-5s %s %-24s %,6d  %s%n",
                    alarm ? "ALARM" : "ok",
                    check.severity(),
                    check.name(),
                    found.size(),
                    check.what());
            found.stream()
                    .limit(SHOWN_MAX)
                    .forEach(finding -> out.println("         " + finding.detail()));
        }
        out.println(alarms == 0 ? "No alarm." : alarms + " alarms.");
        out.flush();
        return alarms == 0;
    }
}
