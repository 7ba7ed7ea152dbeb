package onsale.ops.doctor;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the doctor found, in the order in which it looked. */
public final class Findings {

    /** How a finding is to be taken. */
    enum Verdict {
        OK,
        /** To be read, not to be acted on at once. */
        NOTE,
        LOOK
    }

    /**
     * One finding.
     *
     * @param what the thing that was looked at
     * @param found its state, in a few words
     * @param advice what to do, with the runbook; empty if nothing
     */
    record Finding(Verdict verdict, String what, String found, String advice) {}

    private final List<Finding> all = new ArrayList<>();

    /** Notes whether something is as it should be; the advice is for when it is not. */
    public void judge(boolean healthy, String what, String found, String advice) {
        all.add(
                healthy
                        ? new Finding(Verdict.OK, what, found, "")
                        : new Finding(Verdict.LOOK, what, found, advice));
    }

    public void note(String what, String found, String advice) {
        all.add(new Finding(Verdict.NOTE, what, found, advice));
    }

    /** Looks at something that may not answer; that it does not is a finding too. */
    public void tryTo(String what, String advice, Runnable look) {
        try {
            look.run();
        } catch (RuntimeException e) {
            all.add(new Finding(Verdict.LOOK, what, "does not answer: " + reason(e), advice));
        }
    }

    private static String reason(RuntimeException e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage();
        return message == null ? root.toString() : message.lines().findFirst().orElse("");
    }

    public boolean isHealthy() {
        return all.stream().noneMatch(finding -> finding.verdict() == Verdict.LOOK);
    }

    public void print(PrintWriter out) {
        for (Finding finding : all) {
            out.printf(
                    "%-5s %-28s %s%n",
                    finding.verdict().name().toLowerCase(Locale.ROOT),
                    finding.what(),
                    finding.found());
            if (!finding.advice().isEmpty()) {
                out.println("      -> " + finding.advice());
            }
        }
        long looks = all.stream().filter(one -> one.verdict() == Verdict.LOOK).count();
        out.println(
                looks == 0
                        ? "All is well."
                        : looks == 1 ? "1 thing to look at." : looks + " things to look at.");
        out.flush();
    }
}
