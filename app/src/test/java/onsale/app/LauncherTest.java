package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import onsale.platform.embedded.Trees;
import onsale.platform.settings.Secret;
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
    private static final Pattern DEMO_ACCOUNTS =
            Pattern.compile("Demo accounts: ([^ ]+@[^\"]+), password ([0-9a-f]{12})");
    private static final Pattern SIMULATOR = Pattern.compile("simulated at (http://[0-9.:]+)");

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
        try (Node node = stores.startNode("--data-dir=" + dataDir, "--set=onsale.demo=true")) {
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
            new ServerData(dataDir).writeMarkers("first");

            node.kill(); // while the demo data are being made
        }
        assertOneTomcatDirectoryIn(temporary);
        ServerData data = new ServerData(dataDir);

        try (Node node = serve();
                Api api = new Api()) {
            assertThat(data.markers("first")).isEqualTo(List.of(1, 1, 1));
            assertThat(ServerData.serversOf(dataDir))
                    .containsOnlyOnce("postgres", "redis", "kafka");
            assertThat(roleOf(api, node, "fan@onsale.example", password)).isEqualTo("USER");
            assertThat(roleOf(api, node, "admin@onsale.example", password)).isEqualTo("ADMIN");
            Provider provider = new Provider(node, dataDir);
            assertThat(provider.verify("Kim").statusCode()).isEqualTo(200);
            assertThat(provider.withSecret("a guess").read().statusCode()).isEqualTo(401);
            Wait.until("there is something to see", SOON, () -> eventsOn(node).equals("3"));
            assertThat(tryIt(node.url(), provider.url, password))
                    .contains("\"code\":\"qt_", "The money is back.");
            data.writeMarkers("second");

            node.kill();
        }

        Path other = Files.createTempDirectory("onsale-serve-");
        try (Node node = serve();
                Node bare = Node.start(Map.of(), List.of("--data-dir=" + other, "--no-demo"));
                Api api = new Api()) {
            assertThat(data.markers("second")).isEqualTo(List.of(1, 1, 1));
            assertThat(passwordPrinted(node)).isEqualTo(password);
            assertThat(eventsOn(node)).isEqualTo("3");
            assertThat(new Provider(node, dataDir).read().body())
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

    private Node serveWithTemporary(Path temporary) {
        var under = List.of("env", "JDK_JAVA_OPTIONS=-Djava.io.tmpdir=" + temporary);
        Node node = Node.launch(under, Map.of(), List.of("--data-dir=" + dataDir));
        Wait.until("ready", SOON, node::isReady);
        return node;
    }

    /** Tomcat would make new ones for each process, and a killed one cannot remove them. */
    private static void assertOneTomcatDirectoryIn(Path temporary) throws IOException {
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .filteredOn(name -> name.contains("tomcat"))
                    .containsExactly("onsale-tomcat-" + System.getProperty("user.name"));
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

    private static String eventsOn(Node node) {
        String body = node.get(node.url() + "/api/events").body();
        return body.replaceAll("(?s).*\"total\":(\\d+).*", "$1");
    }

    /** The simulated provider that comes with the embedded default. */
    private record Provider(String url, String secret) {

        Provider(Node node, Path dataDir) throws IOException {
            this(
                    urlOf(node),
                    new Secret(Files.readString(dataDir.resolve("secret.key")).strip())
                            .derive("portone/api")
                            .value());
        }

        Provider withSecret(String another) {
            return new Provider(url, another);
        }

        HttpResponse<String> verify(String name) throws Exception {
            return send(
                    HttpRequest.newBuilder(
                                    URI.create(url + "/simulator/identity-verifications/iv-1"))
                            .PUT(
                                    BodyPublishers.ofString(
                                            """
                                            {"name": "%s", "birthDate": "1990-01-01",
                                             "phoneNumber": "01012345678"}
                                            """
                                                    .formatted(name))));
        }

        HttpResponse<String> read() throws Exception {
            return send(
                    HttpRequest.newBuilder(URI.create(url + "/identity-verifications/iv-1")).GET());
        }

        private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
            try (HttpClient http = HttpClient.newHttpClient()) {
                return http.send(
                        request.header("Authorization", "PortOne " + secret).build(),
                        BodyHandlers.ofString());
            }
        }

        /** Told just after the line by which a node is known to be ready. */
        private static String urlOf(Node node) {
            Wait.until(
                    "the simulator is told of", SOON, () -> SIMULATOR.matcher(node.log()).find());
            Matcher told = SIMULATOR.matcher(node.log());
            assertThat(told.find()).isTrue();
            return told.group(1);
        }
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
