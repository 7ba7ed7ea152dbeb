package onsale.app;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.testkit.Node;

/** How often a node answered with a problem that the handler does not declare. */
final class UndeclaredProblems {

    private static final Pattern COUNTER =
            Pattern.compile("(?m)^onsale_problems_undeclared_total(?:\\{.*})? (\\S+)$");

    private UndeclaredProblems() {}

    static double count(Node node) {
        String metrics = node.get(node.managementUrl() + "/actuator/prometheus").body();
        Matcher counter = COUNTER.matcher(metrics);
        if (!counter.find()) {
            throw new IllegalStateException("the node does not count undeclared problems");
        }
        return Double.parseDouble(counter.group(1));
    }
}
