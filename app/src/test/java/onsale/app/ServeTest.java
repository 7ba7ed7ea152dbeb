package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
class ServeTest {

    @RegisterExtension static final Stores stores = Stores.shared();

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
    void everyDependencyHasItsHealthAndMetricsAreThere() throws IOException {
        try (Node node = stores.startNode()) {
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
    }

    @Test
    void withAddressesConfiguredNothingIsStartedAndAStopIsOrderly() throws IOException {
        try (Node node = stores.startNode("--data-dir=" + dataDir)) {
            assertThat(ProcessHandle.of(node.pid()).orElseThrow().children()).isEmpty();
            assertThat(dataDir).isEmptyDirectory();

            assertThat(node.stop()).isEqualTo(143); // ended by SIGTERM, after its shutdown hook
        }
    }

    @Test
    void logsAreJsonWhereNobodyLooks() throws IOException {
        try (Node node = stores.startNode()) {
            assertThat(node.log()).startsWith("{").contains("\"message\":\"Onsale is ready at");
        }
    }

    @Test
    void afterKillNineTheNextServeFindsEverything() throws Exception {
        killAndComeBack(2);
    }

    /** Tomcat would make new ones for each process, and a killed one cannot remove them. */
    @Test
    void aKilledProcessLeavesNoDirectoriesOfItsOwn(@TempDir Path temporary) throws Exception {
        var under = List.of("env", "JDK_JAVA_OPTIONS=-Djava.io.tmpdir=" + temporary);
        try (Node node = Node.launch(under, Map.of(), List.of("--data-dir=" + dataDir))) {
            Wait.until(
                    "ready",
                    Duration.ofSeconds(60),
                    () -> node.log().contains("Onsale is ready at"));

            node.kill();
        }

        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .filteredOn(name -> name.contains("tomcat"))
                    .containsExactly("onsale-tomcat-" + System.getProperty("user.name"));
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
    void twoInstancesLiveSideBySideButNotInOneDirectory() throws Exception {
        Path other = Files.createTempDirectory("onsale-serve-");
        try (Node first = serve();
                Node second = Node.start(Map.of(), List.of("--data-dir=" + other))) {
            assertThat(second.url()).isNotEqualTo(first.url());

            Node third = Node.launch(Map.of(), List.of("--data-dir=" + dataDir));
            assertThat(third.awaitEnd()).isEqualTo(1);
            assertThat(third.log().lines())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("Another Onsale");
            second.stop();
            first.stop();
        }
        awaitNoProcessIn(other);
        Trees.delete(other);
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
