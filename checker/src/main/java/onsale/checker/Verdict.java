package onsale.checker;

import java.util.List;

/**
 * What was found.
 *
 * @param notes what could not be looked at
 */
public record Verdict(List<Finding> findings, List<String> notes) {

    /**
     * One rule.
     *
     * @param violations how many; 0 keeps the promise
     * @param heals whether looking later may find it mended
     * @param examples the first of them
     */
    public record Finding(
            String rule, String promise, long violations, boolean heals, List<String> examples) {}

    public boolean isClean() {
        return findings.stream().allMatch(finding -> finding.violations == 0);
    }

    /** Clean, or broken in ways that no waiting mends. */
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
