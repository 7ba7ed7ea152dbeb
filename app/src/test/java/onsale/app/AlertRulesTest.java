package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The alerts: each can fire and fall silent, is routed, and has a runbook that harms nobody. */
class AlertRulesTest {

    private static final Path RULES = Documented.ROOT.resolve("deploy/prometheus");
    private static final Path RUNBOOKS = Documented.ROOT.resolve("docs/runbooks");

    private static final List<String> PARTS =
            List.of("## What it means", "## What fans notice", "## What to do", "## Never");

    /** Commands that can lose a place, a hold or money. */
    private static final Pattern HARMFUL =
            Pattern.compile(
                    "(?i)flushall|flushdb|redis-cli (.*\\b)?(del|unlink|expire)\\b|allkeys-|volatile-"
                            + "|client kill|config set timeout|config set appendonly no"
                            + "|\\b(delete from|truncate|drop table|drop schema|update \\w+(\\.\\w+)? set)\\b"
                            + "|\\brm -r|kill -9|--fix\\b|pg_resetwal|fsync ?= ?off");

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

    private record Alert(String name, String severity, String runbook) {}

    @Test
    void everyAlertHasASeverityASentenceAndARunbookThatNamesIt() {
        for (Alert alert : alerts()) {
            assertThat(alert.severity()).as(alert.name()).isIn("P0", "P1", "P2");
            Path runbook = Documented.ROOT.resolve(alert.runbook());
            assertThat(runbook).as(alert.name()).exists();
            assertThat(Documented.read(runbook))
                    .as("%s of %s", runbook, alert.name())
                    .contains("`" + alert.name() + "`");
        }
    }

    @Test
    void everyRunbookSaysWhatFansNoticeAndWhatNeverToDo() throws IOException {
        for (Path runbook : runbooks()) {
            List<String> lines = Documented.read(runbook).lines().toList();
            assertThat(lines).as(runbook.toString()).containsSubsequence(PARTS);
        }
    }

    /** What stands below "Never" may name what is never done. */
    @Test
    void noRunbookAdvisesWhatCanLoseAHold() throws IOException {
        for (Path runbook : runbooks()) {
            String text = Documented.read(runbook);
            assertThat(harmful(text.substring(0, text.indexOf("## Never"))))
                    .as(runbook.toString())
                    .isEmpty();
        }
    }

    @Test
    void aHarmfulCommandIsFound() {
        assertThat(harmful("run `redis-cli --scan | xargs redis-cli del`, `onsale ops check`"))
                .containsExactly("redis-cli --scan | xargs redis-cli del");
        assertThat(harmful("`redis-cli config set maxmemory-policy allkeys-lru`")).hasSize(1);
        assertThat(harmful("`update reservation_service.reservations set status = 'X'`"))
                .hasSize(1);
    }

    /** A rule that is never tried is a wish. */
    @Test
    void everyAlertIsTried() {
        String tests =
                Documented.read(RULES.resolve("onsale.rules.test.yml"))
                        + Documented.read(RULES.resolve("onsale.rules.day.test.yml"));
        for (Alert alert : alerts()) {
            assertThat(tests).contains("alertname=\"" + alert.name() + "\"");
        }
    }

    @Test
    void everyAlertFiresInTimeAndFallsSilent() throws Exception {
        promtool("check", "rules", "onsale.rules.yml");
        promtool("check", "config", "prometheus.yml");
        promtool("test", "rules", "onsale.rules.test.yml", "onsale.rules.day.test.yml");
    }

    /** Each severity reaches somebody, and what silences an alert names one that exists. */
    @Test
    void theRoutesKnowEverySeverityAndAlert() {
        String routes = Documented.read(RULES.resolve("alertmanager.yml"));
        Map<String, Object> all = new Yaml().load(routes);
        assertThat(all.keySet()).contains("route", "receivers", "inhibit_rules");
        for (String severity : List.of("P0", "P1", "P2")) {
            assertThat(routes).contains(severity);
        }
        Set<String> known = new TreeSet<>();
        alerts().forEach(alert -> known.add(alert.name()));
        Pattern.compile("alertname=~?\"([^\"]+)\"")
                .matcher(routes)
                .results()
                .flatMap(found -> Stream.of(found.group(1).split("\\|")))
                .forEach(name -> assertThat(known).as(name).anyMatch(alert -> alert.matches(name)));
    }

    private static List<String> harmful(String text) {
        return CODE.matcher(text)
                .results()
                .map(code -> code.group(1))
                .filter(code -> HARMFUL.matcher(code).find())
                .toList();
    }

    private static void promtool(String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("promtool"));
        line.addAll(List.of(arguments));
        Process process;
        try {
            process =
                    new ProcessBuilder(line)
                            .directory(RULES.toFile())
                            .redirectErrorStream(true)
                            .start();
        } catch (IOException e) {
            throw new AssertionError(
                    "The alert rules need promtool: install it (Debian: apt-get install prometheus).",
                    e);
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static List<Alert> alerts() {
        Map<String, Object> file =
                new Yaml().load(Documented.read(RULES.resolve("onsale.rules.yml")));
        List<Alert> alerts = new ArrayList<>();
        for (Object group : list(file, "groups")) {
            for (Object rule : list(group, "rules")) {
                Object notes = the(rule, "annotations");
                assertThat(text(notes, "summary")).isNotBlank();
                alerts.add(
                        new Alert(
                                text(rule, "alert"),
                                text(the(rule, "labels"), "severity"),
                                text(notes, "runbook")));
            }
        }
        assertThat(alerts).hasSizeGreaterThan(50);
        return alerts;
    }

    private static Object the(Object map, String key) {
        return Objects.requireNonNull(((Map<?, ?>) map).get(key), key);
    }

    private static List<?> list(Object map, String key) {
        return (List<?>) the(map, key);
    }

    private static String text(Object map, String key) {
        return (String) the(map, key);
    }

    private static List<Path> runbooks() throws IOException {
        try (Stream<Path> files = Files.list(RUNBOOKS)) {
            return files.sorted().toList();
        }
    }
}
