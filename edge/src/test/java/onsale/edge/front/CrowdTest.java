package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import onsale.platform.embedded.SelfJvm;
import onsale.platform.front.StreamEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A crowd at the front: what one more waiting fan costs, and that nobody is forgotten. */
class CrowdTest {

    private static final int IDLE_BYTES_MAX = 20 << 10;
    private static final int STREAM_BYTES_MAX = 8 << 10;

    @Test
    void aThousandIdleAndAHundredActive() throws Exception {
        idleAndActive(2_000, 200, 1);
    }

    @Test
    @Tag("long")
    void fifteenThousandIdleAndAThousandActive() throws Exception {
        idleAndActive(16_000, 1_000, 10);
    }

    @Test
    void aChangeReachesTwoThousandStreams() throws Exception {
        streams(2_000);
    }

    @Test
    @Tag("long")
    void aChangeReachesFifteenThousandStreamsWithinASecond() throws Exception {
        streams(15_000);
    }

    /** Every connection has had a request before; the active ones are among them. */
    private static void idleAndActive(int connections, int active, int seconds) throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of());
                Crowd warmUp = new Crowd(front.port())) {
            warmUp.ask("open 50 /api/hot");
            long before = usedBytes();
            try (Crowd crowd = new Crowd(front.port())) {
                assertThat(crowd.ask("open " + connections + " /api/hot"))
                        .isEqualTo("opened " + connections + " errors 0");
                long perConnection = (usedBytes() - before) / connections;
                System.out.printf(
                        "%d idle connections: %d bytes each%n", connections, perConnection);

                String busy = crowd.ask("busy " + active + " " + seconds);

                System.out.printf("%d of them active: %s%n", active, busy);
                assertThat(busy).contains("errors 0");
                assertThat(crowd.ask("again")).isEqualTo("answered " + connections + " errors 0");
                assertThat(perConnection).isLessThanOrEqualTo(IDLE_BYTES_MAX);
            }
        }
    }

    private static void streams(int count) throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of());
                Crowd warmUp = new Crowd(front.port())) {
            warmUp.ask("open 50 /stream");
            long before = usedBytes();
            try (Crowd crowd = new Crowd(front.port())) {
                assertThat(crowd.ask("open " + count + " /stream"))
                        .isEqualTo("opened " + count + " errors 0");
                long perStream = (usedBytes() - before) / count;

                List<Long> millis = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    assertThat(crowd.ask("await called-" + i)).isEqualTo("waiting");
                    long start = System.nanoTime();
                    front.topic().publish(StreamEvent.of("called", "called-" + i));
                    assertThat(crowd.answer()).isEqualTo("received " + count + " errors 0");
                    millis.add((System.nanoTime() - start) / 1_000_000);
                }

                System.out.printf(
                        "%d streams: %d bytes each, a change reaches all within %s ms%n",
                        count, perStream, millis);
                assertThat(perStream).isLessThanOrEqualTo(STREAM_BYTES_MAX);
                // The median: other tests may take the machine for a second.
                Collections.sort(millis);
                assertThat(millis.get(millis.size() / 2)).isLessThan(1_000);
            }
        }
    }

    /** Heap and buffers outside of it. */
    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + directBytes();
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** The load client's process. */
    private static final class Crowd implements AutoCloseable {
        private final Process process;
        private final PrintWriter out;
        private final BufferedReader in;

        Crowd(int port) throws Exception {
            List<String> line =
                    new ArrayList<>(
                            SelfJvm.command(
                                    List.of("-Xmx256m", "-XX:+UseSerialGC"),
                                    LoadClient.class.getName()));
            line.add("" + port);
            process =
                    new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            out =
                    new PrintWriter(
                            new OutputStreamWriter(
                                    process.getOutputStream(), StandardCharsets.UTF_8),
                            true);
            in =
                    new BufferedReader(
                            new InputStreamReader(
                                    process.getInputStream(), StandardCharsets.UTF_8));
        }

        String ask(String command) throws Exception {
            out.println(command);
            return answer();
        }

        String answer() throws Exception {
            String line = in.readLine();
            return line == null ? "(ended)" : line;
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
