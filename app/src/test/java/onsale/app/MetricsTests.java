package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;

/** What a node shows is what the documents, rules and dashboards speak of. */
class MetricsTests {

    private static final Duration SOON = Duration.ofSeconds(60);

    private final SharedNode node = SharedNode.get();

    @Test
    void everyFigureIsDocumentedAndEveryDocumentedFigureIsShown() {
        Documented documented = new Documented();
        Set<String> atOnce = new TreeSet<>(documented.all);
        atOnce.removeAll(documented.later);

        Wait.until(
                "the figures are there: " + missing(atOnce), SOON, () -> missing(atOnce).isEmpty());

        Set<String> unknown = shown();
        unknown.removeAll(documented.all);
        assertThat(unknown).as("shown and not in docs/metrics.md").isEmpty();
    }

    private Set<String> missing(Set<String> wanted) {
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeAll(shown());
        return missing;
    }

    /** The families of ours: the names without what a histogram adds. */
    private Set<String> shown() {
        return samples()
                .map(line -> line.split("[{ ]", 2)[0])
                .filter(name -> name.startsWith("onsale_"))
                .map(Documented::withoutSuffix)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Stream<String> samples() {
        return node.node
                .get(node.node.managementUrl() + "/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"));
    }

    /** Of others too: a query of a name that nobody shows would never say anything. */
    @Test
    void everyQueryIsOfAFigureThatIsShown() throws Exception {
        Documented documented = new Documented();
        Set<String> known =
                samples()
                        .map(line -> line.split("[{ ]", 2)[0])
                        .collect(Collectors.toCollection(TreeSet::new));
        known.addAll(documented.all);
        try (Stream<Path> files = Files.walk(Documented.ROOT.resolve("deploy"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Set<String> unknown = Documented.queriedIn(Documented.read(file));
                unknown.removeIf(name -> known.contains(name));
                unknown.removeIf(name -> known.contains(Documented.withoutSuffix(name)));
                assertThat(unknown).as(file.toString()).isEmpty();
            }
        }
    }

    @Test
    void operatorsSeeTheJobs() {
        Wait.until(
                "a job has told its run",
                SOON,
                () -> {
                    for (var job :
                            node.api
                                    .get(
                                            node.url + "/api/admin/jobs?size=100",
                                            node.token(CurrentUser.OPERATOR))
                                    .body()
                                    .path("items")) {
                        if (job.path("job").asString("").equals("sweep-holds")
                                && job.path("backlog").isNumber()) {
                            return job.path("context").asString("").equals("reservation")
                                    && !job.path("late").asBoolean()
                                    && job.path("everySeconds").asInt() > 0;
                        }
                    }
                    return false;
                });
    }
}
