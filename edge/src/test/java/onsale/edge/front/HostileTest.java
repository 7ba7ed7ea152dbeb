package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.edge.front.HostileRequests.Hostile;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is sent, the front answers rightly or closes, and the next fan does not notice. */
class HostileTest {

    @SuppressWarnings("NullAway.Init")
    private static Behind behind;

    @SuppressWarnings("NullAway.Init")
    private static Fronts.Open front;

    @BeforeAll
    static void open() throws Exception {
        behind = new Behind();
        front = Fronts.open(behind, Map.of());
    }

    @AfterAll
    static void close() {
        front.close();
        behind.close();
    }

    static List<Hostile> hostile() {
        return HostileRequests.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void theRightAnswerAndNoHarm(Hostile hostile) throws Exception {
        behind.seen.clear();

        try (RawClient client = new RawClient(front.port())) {
            RawClient.Answer answer = client.send(hostile.bytes()).answer();

            assertThat(hostile.expected()).contains(answer.status());
            if (answer.status() >= 400) {
                assertThat(answer.head()).contains("application/problem+json");
                assertThat(answer.body()).contains("\"code\":\"");
            }
            if (answer.closes()) {
                assertThat(client.isClosedByServer()).isTrue();
            } else {
                assertThat(client.get("/api/hot").answer().status()).isEqualTo(200);
            }
        }

        assertThat(behind.seen).noneMatch(seen -> seen.uri().contains("smuggled"));
        assertThat(behind.seen).noneMatch(seen -> seen.uri().contains("internal"));
        try (RawClient honest = new RawClient(front.port())) {
            assertThat(honest.get("/api/events/honest").answer().body())
                    .endsWith("/api/events/honest");
        }
    }

    @Test
    void nothingIsLeftBehindByThousandsOfThem() throws Exception {
        sendAndLookWhatIsLeft(1_500);
    }

    @Test
    @Tag("long")
    void norByTensOfThousands() throws Exception {
        sendAndLookWhatIsLeft(25_000);
    }

    private static void sendAndLookWhatIsLeft(int times) throws Exception {
        sendAll(500); // first use of everything
        long directBefore = directBytes();
        long heapBefore = heapBytes();

        sendAll(times);

        Wait.until(
                "all connections are closed",
                Duration.ofSeconds(60),
                () -> front.held().equals(new FrontServer.Held(0, 0, 0, 0, 0)));
        assertThat(directBytes() - directBefore).isLessThan(16 << 20);
        assertThat(heapBytes() - heapBefore).isLessThan(16 << 20);
        try (RawClient honest = new RawClient(front.port())) {
            assertThat(honest.get("/api/events/honest").answer().status()).isEqualTo(200);
        }
    }

    private static void sendAll(int times) {
        List<Hostile> rows = HostileRequests.all();
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService senders = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                senders.execute(() -> {
                    for (int n = next.getAndIncrement(); n < times; n = next.getAndIncrement()) {
                        sendAndLeave(rows.get(n % rows.size()));
                    }
                });
            }
        }
    }

    /** Every second one does not even wait for the answer. */
    private static void sendAndLeave(Hostile hostile) {
        try (RawClient client = new RawClient(front.port())) {
            client.send(hostile.bytes());
            if (hostile.text().length() % 2 == 0) {
                client.answer();
            }
        } catch (IOException e) {
            throw new IllegalStateException("the front does not listen", e);
        }
    }

    private static long directBytes() {
        System.gc();
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
