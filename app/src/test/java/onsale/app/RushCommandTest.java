package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Rehearsing on a system that runs, and looking at it afterwards, as an operator does. */
class RushCommandTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final String ADMIN = "rush-admin@test.example";
    private static final Duration WITHIN = Duration.ofMinutes(2);
    private static final String PROFILE =
            """
            warm-up = 1s
            arrival = 2s:100%
            hold = 60s
            seats = 1:50%, 2:50%
            popular = 50%
            look = 10ms-100ms
            choose = 10ms-100ms
            again = 10ms-100ms
            poll = 500ms
            patience = 2s-3s
            in-line = 3m-3m
            leave-silently = 0%
            inside = 300
            admitted-per-second = 60
            change-mind = 10%
            release = 10%
            abandon = 5%
            pay-after = 10ms-100ms
            abandon-payment = 5%
            decline = 10%
            decline-at-page = 50%
            retry-declined = 90%
            cancel = 10%
            cancel-part = 50%
            cancel-after = 10ms-100ms
            """;

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static String url;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @BeforeAll
    static void start() throws Exception {
        api = stores.closing(new Api());
        url =
                stores.startNode(
                                api.settings(
                                        "--set=onsale.rehearsal.enabled=true",
                                        "--set=onsale.portone.webhook-secrets=whsec_c2VjcmV0",
                                        "--set=onsale.reservation.reconcile-every=2s"))
                        .url();
        api.tell(url);
        api.signUp(url, ADMIN, "박관리");
        sql("update user_service.users set role = 'ADMIN'");
        Files.writeString(directory.resolve("tiny"), PROFILE);
        Files.writeString(
                directory.resolve("addresses.properties"),
                """
                onsale.postgres.url=%s
                onsale.postgres.admin-user=%s
                onsale.postgres.admin-password=%s
                onsale.redis.url=%s
                onsale.kafka.bootstrap-servers=%s
                onsale.kafka.topic-prefix=%s
                %s
                """
                        .formatted(
                                stores.postgresSettings().url(),
                                stores.postgresSettings().adminUser(),
                                stores.postgresSettings().adminPassword().value(),
                                stores.redisSettings().url().value(),
                                stores.kafkaSettings().bootstrapServers(),
                                stores.kafkaSettings().topicPrefix(),
                                stores.kafkaSettings().client().entrySet().stream()
                                        .map(entry -> "onsale.kafka.client." + entry)
                                        .collect(Collectors.joining("\n"))));
    }

    private static void sql(String sql) throws SQLException {
        try (Connection connection = stores.admin();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(String sql) throws SQLException {
        try (Connection connection = stores.admin();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static String aQueuedSchedule() {
        Organiser organiser =
                new Organiser(api, url, api.login(url, ADMIN, Api.PASSWORD).text("accessToken"));
        String made =
                organiser.schedule(
                        organiser.openEvent(
                                """
                                {"rows":["A","B"],"seatsPerRow":10,"gradeMapping":{"A":"R","B":"R"}}
                                """,
                                70_000),
                        true);
        Wait.until(
                "seats and waiting room are open",
                Duration.ofSeconds(30),
                () ->
                        api.get(url + "/api/reservations/seats/" + made, null).status() == 403
                                && api.get(url + "/api/admin/queue", organiser.token())
                                        .response()
                                        .body()
                                        .contains(made));
        return made;
    }

    private record Ran(int exit, String said) {}

    private static Ran onsale(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(Node.application());
        line.addAll(List.of(arguments));
        Path said = Files.createTempFile(directory, "said-", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("ONSALE_ADMIN_PASSWORD", Api.PASSWORD);
        Process process = builder.start();
        boolean ended = process.waitFor(WITHIN.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        String text = Files.readString(said, StandardCharsets.UTF_8);
        assertThat(ended).as(text).isTrue();
        return new Ran(process.exitValue(), text);
    }

    private static Ran onsale(String command, List<String> more)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(command.split(" ", -1)));
        all.add("--config=" + directory.resolve("addresses.properties"));
        for (String setting : api.settings()) {
            if (setting.contains("portone")) {
                all.add(setting);
            }
        }
        all.addAll(more);
        return onsale(all.toArray(String[]::new));
    }

    private static Ran rush(String schedule, int fans, String... more)
            throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(
                        List.of(
                                "--target=" + url,
                                "--schedule=" + schedule,
                                "--admin=" + ADMIN,
                                "--fans=" + fans,
                                "--profile=" + directory.resolve("tiny"),
                                "--report=" + directory.resolve("report")));
        all.addAll(List.of(more));
        return onsale("rush", all);
    }

    /** The canary is in the middle: what is planted turns both exit codes. */
    @Test
    void aRunningSystemIsRehearsedOnAndJudged() throws Exception {
        String schedule = aQueuedSchedule();
        long users = count("select count(*) from user_service.users");

        Ran rush = rush(schedule, 25);
        assertThat(rush.exit).as(rush.said).isZero();
        assertThat(rush.said).contains("Verdict: CLEAN");
        assertThat(count("select count(*) from queue_service.turns")).isPositive();
        assertThat(
                        count(
                                "select count(*) from reservation_service.reservations where status = 'CONFIRMED'"))
                .isPositive();
        assertThat(count("select count(*) from user_service.users")).isEqualTo(users);
        assertThat(Files.readString(directory.resolve("report").resolve("report.html")))
                .contains("CLEAN", "Waiting room");

        Ran check = onsale("rush check", List.of());
        assertThat(check.exit).as(check.said).isZero();
        assertThat(check.said).contains("ok   seat_twice", "Clean.");

        sql("update reservation_service.person_seats set n = n - 1 where n > 0");
        Ran broken = onsale("rush check", List.of());
        assertThat(broken.exit).as(broken.said).isEqualTo(1);
        assertThat(broken.said).contains("FAIL person_limit", "Not clean.");
        Ran brokenRush = rush(schedule, 2, "--settle=PT1S");
        assertThat(brokenRush.exit).as(brokenRush.said).isEqualTo(1);
        assertThat(brokenRush.said).contains("Verdict: BROKEN", "FAIL person_limit");
    }

    /** Neither servers nor the provider's stand-in nor nodes: all have a keeper. */
    @Test
    void whoKillsARehearsalLeavesNothingRunning() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("killed"));
        List<String> line = new ArrayList<>(Node.application());
        line.addAll(List.of("rush", "--fans=1", "--report=" + directory.resolve("never")));
        ProcessBuilder builder =
                new ProcessBuilder(line)
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("killed.txt").toFile());
        builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        Process rush = builder.start();
        try {
            Wait.until(
                    "a node is started",
                    WITHIN,
                    () -> pidFiles(temporary).stream().anyMatch(f -> f.endsWith("node1.pid")));
        } finally {
            rush.destroyForcibly().waitFor();
        }

        assertThat(pidFiles(temporary)).hasSize(5);
        Wait.until(
                "nothing is left",
                WITHIN,
                () -> pidFiles(temporary).stream().noneMatch(RushCommandTest::isRunning));
    }

    private static List<Path> pidFiles(Path directory) {
        try (Stream<Path> files = Files.walk(directory, 3)) {
            return files.filter(file -> file.toString().endsWith(".pid"))
                    .filter(file -> !file.endsWith("postmaster.pid"))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // being written
        }
    }

    private static boolean isRunning(Path pidFile) {
        try {
            long pid = Long.parseLong(Files.readString(pidFile).strip());
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        Ran nowhere = onsale("rush", "check");
        assertThat(nowhere.exit).isEqualTo(1);
        assertThat(nowhere.said).contains("There is nothing to look at");

        Ran wrong = onsale("rush", "--fans=0");
        assertThat(wrong.exit).isEqualTo(2);
        assertThat(wrong.said).contains("--fans is from 1");

        Ran half = onsale("rush", "--target=" + url);
        assertThat(half.exit).isEqualTo(1);
        assertThat(half.said).contains("A target needs --schedule, --admin");
    }
}
