package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import onsale.testkit.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the machine is at fault, one sentence says so and nothing stays behind. */
class UnfitMachineTest {

    @TempDir Path directory = Path.of("");

    @Test
    void tooFewFileDescriptors() {
        refused(
                List.of("sh", "-c", "ulimit -n 512; exec \"$@\"", "sh"),
                "Too few file descriptors (512, at least 1024 needed)");
    }

    @Test
    void aFullDisk() {
        refused(onTmpfs("size=64m"), "The disk of " + directory + " is full (");
    }

    @Test
    void aDirectoryThatCannotBeWritten() {
        refused(onTmpfs("ro"), "The data directory " + directory + " is not writable");
    }

    @Test
    void anArchitectureWithoutServers() {
        refused(
                List.of("env", "JDK_JAVA_OPTIONS=-Dos.arch=s390x"),
                "There are no embedded servers for linux-s390x");
    }

    /** A file system of our own over the directory, in a name space that ends with the process. */
    private List<String> onTmpfs(String options) {
        return List.of(
                "unshare",
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o " + options + " none " + directory + " && exec \"$@\"",
                "sh");
    }

    private void refused(List<String> under, String sentence) {
        Node node = Node.launch(under, Map.of(), List.of("--data-dir=" + directory));

        assertThat(node.awaitEnd()).as(node.log()).isEqualTo(1);
        assertThat(node.log().lines().filter(line -> !line.startsWith("NOTE: Picked up")))
                .singleElement()
                .asString()
                .startsWith(sentence);
    }
}
