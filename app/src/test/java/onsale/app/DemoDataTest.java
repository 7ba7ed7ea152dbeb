package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import onsale.platform.embedded.Trees;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An empty installation has something to show, and only an empty one that is ours. */
class DemoDataTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Duration SOON = Duration.ofMinutes(1);

    private Path dataDir = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        dataDir = Files.createTempDirectory("onsale-demo-");
    }

    @AfterEach
    void leaveNothing() throws IOException {
        Wait.until("no process is left", SOON, () -> ServerData.processesOf(dataDir).isEmpty());
        Trees.delete(dataDir);
    }

    @Test
    void killedHalfWayTheNextStartMakesThemAndTheOneAfterDoesNot() throws IOException {
        try (Node node = serve()) {
            node.kill(); // as soon as it is ready, while they are being made
        }
        for (int start = 0; start < 2; start++) {
            try (Node node = serve()) {
                Wait.until("there is something to see", SOON, () -> total(node).equals("3"));
                assertThat(node.log()).doesNotContain("No demo data");
                node.stop();
            }
        }
    }

    @Test
    void whoWantsNoneGetsNone() throws IOException {
        try (Node node = serve("--no-demo")) {
            assertThat(total(node)).isEqualTo("0");
            node.stop();
        }
    }

    @Test
    void aDatabaseThatSomebodyElseRunsStaysEmpty() throws IOException {
        try (Node node = stores.startNode("--roles=catalog", "--set=onsale.demo=true")) {
            assertThat(total(node)).isEqualTo("0");
            node.stop();
            assertThat(node.log()).doesNotContain("demo data are there");
        }
    }

    private Node serve(String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of(more));
        arguments.add("--roles=catalog");
        arguments.add("--data-dir=" + dataDir);
        return Node.start(Map.of(), arguments);
    }

    private static String total(Node node) {
        String body = node.get(node.url() + "/api/events").body();
        return body.replaceAll("(?s).*\"total\":(\\d+).*", "$1");
    }
}
