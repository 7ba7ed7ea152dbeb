package onsale.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A bounded number of requests of a kind run at once; no kind waits for another. */
class PermitsTest {

    private static final int PERMITS = 3;

    private static EdgeServer server;

    @BeforeAll
    static void start() {
        server =
                EdgeServer.start(
                        null,
                        Map.of("onsale.permits.other", PERMITS, "onsale.timeouts.other", "60s"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void manyWaitAndAllAreServed() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch open = new CountDownLatch(1);
        server.calls()
                .work
                .put(
                        "busy",
                        () -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            open.await();
                            inside.decrementAndGet();
                        });
        try (ExecutorService fans = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> answers = new ArrayList<>();
            for (int n = 0; n < 5 * PERMITS; n++) {
                answers.add(fans.submit(() -> server.get("/api/schedules/busy")));
            }
            Wait.until(
                    "all permits are taken", Duration.ofSeconds(20), () -> inside.get() == PERMITS);
            // another kind has its own
            assertThat(server.post("/api/auth/login").body()).isEqualTo("login");
            open.countDown();

            for (Future<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().body()).isEqualTo("done");
            }
        }
        assertThat(most).hasValue(PERMITS);
    }

    @Test
    void whoSendsSlowlyTakesNoPlace() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int n = 0; n < 2 * PERMITS; n++) {
                slow.add(halfSent("/api/auth/refresh"));
            }

            assertThat(server.get("/api/events").statusCode()).isEqualTo(200);

            for (Socket socket : slow) {
                socket.getOutputStream().write('}');
                assertThat(statusLine(socket)).isEqualTo("HTTP/1.1 200 ");
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static Socket halfSent(String path) throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        String head = "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{".formatted(path);
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String statusLine(Socket socket) throws IOException {
        byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 200 ".length());
        return new String(start, StandardCharsets.US_ASCII);
    }
}
