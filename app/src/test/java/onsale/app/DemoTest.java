package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.platform.embedded.Trees;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Something to try: in the embedded default, and nowhere else. */
class DemoTest {

    private static final Pattern PRINTED =
            Pattern.compile("Demo accounts: ([^ ]+@[^\"]+), password ([0-9a-f]{12})");

    @RegisterExtension static final Stores stores = Stores.shared();

    private Path dataDir = Path.of("");

    @BeforeEach
    void makeDirectory() throws Exception {
        dataDir = Files.createTempDirectory("onsale-demo-");
    }

    @AfterEach
    void leaveNothing() throws Exception {
        Wait.until(
                "no process is left",
                Duration.ofSeconds(30),
                () -> ServerData.processesOf(dataDir).isEmpty());
        Trees.delete(dataDir);
    }

    @Test
    void theEmbeddedDefaultSaysWhoCanSignIn() throws Exception {
        String password;
        try (Node node = serve();
                Api api = new Api()) {
            Matcher printed = printed(node);
            password = printed.group(2);
            assertThat(printed.group(1)).contains("fan@onsale.example", "admin@onsale.example");
            Api.Answer fan = api.login(node.url(), "fan@onsale.example", password);
            Api.Answer admin = api.login(node.url(), "admin@onsale.example", password);
            assertThat(role(api, node, fan)).isEqualTo("USER");
            assertThat(role(api, node, admin)).isEqualTo("ADMIN");
            node.stop();
        }
        try (Node again = serve()) {
            assertThat(printed(again).group(2)).as("the same after a restart").isEqualTo(password);
            again.stop();
        }
    }

    @Test
    void withoutDemoTheDatabaseStaysEmpty() throws Exception {
        try (Node node = Node.start(Map.of(), List.of("--data-dir=" + dataDir, "--no-demo"));
                Api api = new Api()) {
            assertThat(node.log()).doesNotContain("Demo accounts");
            assertThat(api.login(node.url(), "fan@onsale.example", "any password").status())
                    .isEqualTo(401);
            node.stop();
        }
    }

    @Test
    void aDatabaseThatIsNotOurOwnNeverGetsThem() throws Exception {
        try (Node node = stores.startNode("--set=onsale.demo=true")) {
            assertThat(node.log()).doesNotContain("Demo accounts");
            try (var admin = stores.admin();
                    var statement = admin.createStatement();
                    var rows = statement.executeQuery("select count(*) from user_service.users")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isZero();
            }
        }
    }

    private Node serve() {
        return Node.start(Map.of(), List.of("--data-dir=" + dataDir));
    }

    private static Matcher printed(Node node) {
        Wait.until(
                "the accounts are printed",
                Duration.ofSeconds(10),
                () -> PRINTED.matcher(node.log()).find());
        Matcher printed = PRINTED.matcher(node.log());
        assertThat(printed.find()).isTrue();
        return printed;
    }

    private static String role(Api api, Node node, Api.Answer in) {
        return api.get(node.url() + "/api/users/me", in.text("accessToken")).text("role");
    }
}
