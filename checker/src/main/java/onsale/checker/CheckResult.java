package onsale.checker;

import java.util.List;

/**
 * The result of a check.
 *
 * @param notes what was not checked
 */
public record CheckResult(List<Finding> findings, List<String> notes) {

    /**
     * The result of one rule.
     *
     * @param violations their number; 0 if the rule holds
     * @param heals whether the violations may disappear by themselves
     * @param examples the first violations
     */
    public record Finding(
            String rule, String promise, long violations, boolean heals, List<String> examples) {}

    public boolean isClean() {
        return findings.stream().allMatch(finding -> finding.violations == 0);
    }

    /** Whether waiting cannot improve the result. */
    boolean isFinal() {
        return broken().stream().noneMatch(Finding::heals);
    }

    public List<Finding> broken() {
        return findings.stream().filter(finding -> finding.violations > 0).toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            text.append(
                    "%s %-34s %s%n"
                            .formatted(
                                    finding.violations == 0 ? "ok  " : "FAIL",
                                    finding.rule,
                                    finding.promise));
            if (finding.violations > 0) {
                text.append("     %d violations%n".formatted(finding.violations));
                finding.examples.forEach(example -> text.append("     - %s%n".formatted(example)));
            }
        }
        notes.forEach(note -> text.append("note %s%n".formatted(note)));
        return text.toString();
    }
}
