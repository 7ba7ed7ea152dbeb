package onsale.ops;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query that finds violations. Its file has the rule that must hold, then a line such as {@code
 * -- P0 above 0, often}, then the query, whose first column is the subject that a repair gets.
 *
 * @param context the one whose tables it names without a schema
 * @param what the rule that must hold
 * @param threshold the number of findings above which it is an alarm
 * @param often whether it runs every few minutes, not only at night
 */
record IntegrityCheck(
        String name,
        String context,
        String what,
        Severity severity,
        int threshold,
        boolean often,
        String sql) {

    enum Severity {
        /** A promise is broken: act now. */
        P0,
        /** Fans notice it: act within the hour. */
        P1,
        /** Act in the morning. */
        P2
    }

    private static final Pattern RULE =
            Pattern.compile("-- (P[012]) above (\\d+), (often|nightly)");

    static IntegrityCheck read(String name, String context, String file) {
        StringBuilder what = new StringBuilder();
        for (String line : file.lines().toList()) {
            Matcher rule = RULE.matcher(line);
            if (rule.matches()) {
                return new IntegrityCheck(
                        name,
                        context,
                        what.toString().strip(),
                        Severity.valueOf(rule.group(1)),
                        Integer.parseInt(rule.group(2)),
                        rule.group(3).equals("often"),
                        file);
            }
            what.append(line.replaceFirst("^-- ?", "")).append(' ');
        }
        throw new IllegalStateException(
                "the check %s of %s does not say when it is an alarm".formatted(name, context));
    }

    boolean isAlarm(int found) {
        return found > threshold;
    }
}
