package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import onsale.platform.embedded.Trees;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The command itself, as a process: starts, stops, dies and comes back. */
class LauncherTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Duration SOON = Duration.ofMinutes(1);

    /** With a demo's halls to build, on a busy machine. */
    private static final Duration READY_WITHIN = Duration.ofMinutes(3);

    private static final Pattern DEMO_ACCOUNTS =
            Pattern.compile("Demo accounts: ([^ ]+@[^\"]+), password ([0-9a-f]{12})");

    private Path dataDir = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        dataDir = Files.createTempDirectory("onsale-serve-");
    }

    @AfterEach
    void leaveNothing() throws IOException {
        awaitNoProcessIn(dataDir);
        Trees.delete(dataDir);
    }

    @Test
    void onServersThatSomebodyElseRunsItStartsNoneAndStopsInOrder() throws Exception {
        try (Node node =
                stores.startNode(
                        "--data-dir=" + dataDir,
                        "--set=onsale.demo=true",
                        "--set=onsale.health-details=true",
                        "--set=onsale.management-host=0.0.0.0")) {
            assertThat(ProcessHandle.of(node.pid()).orElseThrow().children()).isEmpty();
            assertThat(dataDir).isEmptyDirectory();
            assertEveryDependencyHasItsHealthAndMetricsAreThere(node);
            assertThat(node.log())
                    .as("JSON, where nobody looks")
                    .startsWith("{")
                    .contains("\"message\":\"Onsale is ready at");
            assertThat(eventsOn(node)).as("demo data only in a database of ours").isEqualTo("0");

            assertThat(node.stop()).isEqualTo(143); // ended by SIGTERM, after its shutdown hook

            assertThat(node.log()).doesNotContain("Demo accounts", "demo data are there");
        }
        try (var admin = stores.admin();
                var statement = admin.createStatement();
                var rows = statement.executeQuery("select count(*) from user_service.users")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isZero();
        }
    }

    private static void assertEveryDependencyHasItsHealthAndMetricsAreThere(Node node) {
        String health = node.get(node.managementUrl() + "/actuator/health").body();
        assertThat(health).contains("\"postgres\":{\"status\":\"UP\"");
        assertThat(health).contains("\"redis\":{\"status\":\"UP\"");
        assertThat(health).contains("\"kafka\":{\"status\":\"UP\"");
        assertThat(health).contains("\"clock\":{\"details\":{\"postgresMillis\":");
        String elsewhere = node.managementUrl().replace("localhost", "127.0.0.2");
        assertThat(node.get(elsewhere + "/actuator/health").statusCode())
                .as("where everybody is meant to reach it")
                .isEqualTo(200);
        assertThat(node.get(node.managementUrl() + "/actuator/prometheus").body())
                .contains("jvm_memory_used_bytes");
        assertThat(node.get(node.url() + "/nothing").headers().firstValue("X-Request-Id"))
                .isPresent();
        assertThat(node.get(node.url() + "/nothing").body())
                .contains("\"code\":\"platform.not_found\"");
        assertThat(node.get(node.url() + "/v3/api-docs").body())
                .contains("\"title\":\"Onsale\"", "\"Problem\":");
    }

    /** One directory, three lives: embedded servers take too long to start for a test each. */
    @Test
    void theEmbeddedDefaultHasSomethingToTryAndSurvivesBeingKilled(@TempDir Path temporary)
            throws Exception {
        String password;
        try (Node node = serveWithTemporary(temporary)) {
            password = passwordPrinted(node);
            assertThat(openToOthers(dataDir)).as("whatever the umask").isEmpty();
            assertThat(openToOthers(temporary)).isEmpty();
            new ServerData(dataDir).writeMarkers("first");

            assertThat(eventsOn(node)).as("when it says that it is ready").isEqualTo("7");

            node.kill();
        }
        assertNoDirectoryOfAServerIn(temporary);
        ServerData data = new ServerData(dataDir);

        try (Node node = serve();
                Api api = new Api()) {
            assertThat(data.markers("first")).isEqualTo(List.of(1, 1, 1));
            assertThat(ServerData.serversOf(dataDir))
                    .containsOnlyOnce("postgres", "redis", "kafka");
            assertThat(roleOf(api, node, "fan@onsale.example", password)).isEqualTo("USER");
            assertThat(roleOf(api, node, "admin@onsale.example", password)).isEqualTo("ADMIN");
            EmbeddedProvider provider = new EmbeddedProvider(node, dataDir);
            assertThat(provider.verify("Kim").statusCode()).isEqualTo(200);
            assertThat(provider.withSecret("a guess").read().statusCode()).isEqualTo(401);
            assertThat(eventsOn(node)).as("not twice").isEqualTo("7");
            assertThat(node.get(node.url() + "/posters/paper-boat.svg").body()).startsWith("<svg");
            assertThat(tryIt(node.url(), provider.url(), password))
                    .contains("\"code\":\"qt_", "The money is back.");
            assertThat(passwordPrinted(node)).isEqualTo(password);
            assertRedisIsStartedAgain(node);
            data.writeMarkers("second");

            Wait.until(
                    "it gives up",
                    SOON,
                    () -> killRedis() && node.log().contains("redis cannot be kept running"));
            assertThat(node.awaitEnd()).isEqualTo(3);
        }

        Path other = Files.createTempDirectory("onsale-serve-");
        var forReal = List.of("--data-dir=" + dataDir, "--no-demo", "--play-money");
        try (Node node = Node.start(Map.of(), forReal);
                Node bare =
                        Node.start(
                                Map.of(),
                                List.of("--data-dir=" + other, "--no-demo", "--play-money"));
                Api api = new Api()) {
            assertThat(data.markers("second")).isEqualTo(List.of(1, 1, 1));
            assertThat(eventsOn(node)).isEqualTo("7");
            assertThat(api.login(node.url(), "admin@onsale.example", password).text("code"))
                    .as("an account of the demo that was")
                    .isEqualTo("user.locked");
            assertThat(node.log()).doesNotContain("Demo accounts:");
            String made = onsale("admin", "create", "root@onsale.example", "--data-dir=" + dataDir);
            assertThat(made).contains("root@onsale.example is ADMIN.");
            String newPassword = made.strip().substring(made.strip().lastIndexOf(' ') + 1);
            assertThat(roleOf(api, node, "root@onsale.example", newPassword)).isEqualTo("ADMIN");
            Wait.until("a show is sold out", SOON, () -> isSoldOut(node, "Glass%20Orchard"));
            assertThat(new EmbeddedProvider(node, dataDir).read().body())
                    .contains("\"status\":\"VERIFIED\"", "\"name\":\"Kim\"");

            assertThat(bare.url()).isNotEqualTo(node.url());
            assertThat(eventsOn(bare)).isEqualTo("0");
            assertThat(api.login(bare.url(), "fan@onsale.example", "any password").status())
                    .isEqualTo(401);
            assertThat(bare.log()).doesNotContain("Demo accounts");

            Node third = Node.launch(Map.of(), List.of("--data-dir=" + dataDir));
            assertThat(third.awaitEnd()).isEqualTo(1);
            assertThat(third.log().lines()).singleElement().asString().contains("Another Onsale");
            bare.stop();
            node.stop();
        }
        awaitNoProcessIn(other);
        Trees.delete(other);
    }

    /** What somebody else on this machine could read or change. */
    private static List<String> openToOthers(Path directory) throws IOException {
        List<String> open = new ArrayList<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.filter(each -> !Files.isSymbolicLink(each)).toList()) {
                String permissions =
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                if (!path.equals(directory) && !permissions.endsWith("------")) {
                    open.add(permissions + " " + directory.relativize(path));
                }
            }
        } catch (UncheckedIOException | NoSuchFileException e) {
            return openToOthers(directory); // servers come and go with their files
        }
        return open;
    }

    /** True, whether it ran or not. */
    private boolean killRedis() {
        try {
            long pid = Long.parseLong(Files.readString(dataDir.resolve("redis.pid")).strip());
            ProcessHandle.of(pid)
                    .filter(it -> it.info().commandLine().orElse("").contains("" + dataDir))
                    .ifPresent(ProcessHandle::destroyForcibly);
        } catch (IOException e) {
            // being started
        }
        return true;
    }

    private void assertRedisIsStartedAgain(Node node) throws IOException {
        Path pidFile = dataDir.resolve("redis.pid");
        String pid = Files.readString(pidFile).strip();

        ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();

        Wait.until("it is told", SOON, () -> node.log().contains("redis runs again"));
        assertThat(Files.readString(pidFile).strip()).isNotEqualTo(pid);
        Wait.until(
                "the node is as before",
                SOON,
                () ->
                        node.get(node.managementUrl() + "/actuator/health")
                                .body()
                                .contains("\"status\":\"UP\""));
    }

    /** A command of its own, which must succeed; what it says. */
    private static String onsale(String... arguments) throws Exception {
        List<String> line = new ArrayList<>(Node.application());
        line.addAll(List.of(arguments));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private Node serveWithTemporary(Path temporary) {
        var under =
                List.of(
                        "env",
                        "JDK_JAVA_OPTIONS=-Djava.io.tmpdir=" + temporary,
                        "sh",
                        "-c",
                        "umask 000; exec \"$@\"",
                        "sh");
        Node node = Node.launch(under, Map.of(), List.of("--data-dir=" + dataDir));
        Wait.until("ready", READY_WITHIN, node::isReady);
        return node;
    }

    /** Web servers like to make one for each process, and a killed one cannot remove it. */
    private static void assertNoDirectoryOfAServerIn(Path temporary) throws IOException {
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.contains("jetty") || name.contains("tomcat"));
        }
    }

    private static String passwordPrinted(Node node) {
        Wait.until(
                "the accounts are printed", SOON, () -> DEMO_ACCOUNTS.matcher(node.log()).find());
        Matcher printed = DEMO_ACCOUNTS.matcher(node.log());
        assertThat(printed.find()).isTrue();
        assertThat(printed.group(1)).contains("fan@onsale.example", "admin@onsale.example");
        return printed.group(2);
    }

    /** What docs/try-it.md says, as it says it. */
    private static String tryIt(String url, String provider, String password) throws Exception {
        ProcessBuilder commands =
                new ProcessBuilder(
                                "bash",
                                "-c",
                                "sed -n '/^```sh$/,/^```$/{/^```/d;p}' ../docs/try-it.md | bash")
                        .redirectErrorStream(true);
        commands.environment()
                .putAll(Map.of("SITE", url, "PROVIDER", provider, "PASSWORD", password));
        Process bash = commands.start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said;
    }

    private static String roleOf(Api api, Node node, String email, String password) {
        String token = api.login(node.url(), email, password).text("accessToken");
        return api.get(node.url() + "/api/users/me", token).text("role");
    }

    private static boolean isSoldOut(Node node, String title) {
        String found = node.get(node.url() + "/api/events?query=" + title).body();
        String id = found.replaceFirst(".*?\"id\":\"([^\"]+)\".*", "$1");
        return node.get(node.url() + "/api/events/" + id).body().contains("\"soldOut\":true");
    }

    private static String eventsOn(Node node) {
        String body = node.get(node.url() + "/api/events").body();
        return body.replaceAll("(?s).*\"total\":(\\d+).*", "$1");
    }

    @Test
    @Tag("long")
    void tenTimesInARow() throws Exception {
        killAndComeBack(10);
    }

    private void killAndComeBack(int rounds) throws Exception {
        for (int round = 1; round <= rounds; round++) {
            try (Node node = serve()) {
                ServerData data = new ServerData(dataDir);
                if (round > 1) {
                    assertThat(data.markers("marker" + (round - 1))).isEqualTo(List.of(1, 1, 1));
                }
                data.writeMarkers("marker" + round);
                assertThat(ServerData.serversOf(dataDir))
                        .containsOnlyOnce("postgres", "redis", "kafka");

                node.kill();
            }
        }
        try (Node node = serve()) {
            assertThat(new ServerData(dataDir).markers("marker" + rounds))
                    .isEqualTo(List.of(1, 1, 1));
            node.stop();
        }
    }

    @Test
    void aTakenPortIsOneSentence() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            Node node =
                    Node.launch(
                            Map.of(),
                            List.of("--data-dir=" + dataDir, "--port=" + taken.getLocalPort()));

            assertThat(node.awaitEnd()).isEqualTo(1);
            assertThat(node.log().strip())
                    .isEqualTo(
                            "Port %d is taken: stop what listens there or give another with --port."
                                    .formatted(taken.getLocalPort()));
        }
    }

    @Test
    void whatIsNotFitToRunForRealDoesNotStart() {
        Node node = Node.launch(Map.of(), List.of("--data-dir=" + dataDir, "--no-demo"));

        assertThat(node.awaitEnd()).isEqualTo(1);
        assertThat(node.log())
                .contains("Without demo data the platform runs for real", "--play-money");
        assertThat(dataDir).as("nothing was started").isEmptyDirectory();
    }

    @Test
    void wrongUsageIsExitCodeTwo() {
        Node node = Node.launch(Map.of(), List.of("--nonsense"));

        assertThat(node.awaitEnd()).isEqualTo(2);
        assertThat(node.log()).contains("Unknown option: '--nonsense'");
    }

    private static void awaitNoProcessIn(Path directory) {
        Wait.until(
                "no process is left",
                Duration.ofSeconds(30),
                () -> ServerData.processesOf(directory).isEmpty());
    }

    private Node serve() {
        return Node.start(Map.of(), List.of("--data-dir=" + dataDir));
    }
}
