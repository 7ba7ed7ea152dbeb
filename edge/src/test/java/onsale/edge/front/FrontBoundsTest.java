package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.platform.embedded.Ports;
import org.junit.jupiter.api.Test;

/** Work is slow or fails; or a client is slow, large or gone. */
class FrontBoundsTest {

    private static final String POST_WAITING =
            String.join(
                    "\r\n",
                    "POST /api/payments/webhooks/echo HTTP/1.1",
                    "Host: a",
                    "Content-Length: 5",
                    "Expect: 100-continue",
                    "",
                    "");

    private static final Map<String, String> NO_LIMITS =
            Map.of("hot-address-per-second", "1000000", "address-per-second", "1000000");

    @Test
    void workNeverRunsOnAThreadThatReadsRequestsAndNeverDelaysOne() throws Exception {
        try (Behind behind = new Behind();
                Fronts.Open front =
                        Fronts.open(behind, Map.of(), NO_LIMITS, Map.of("other", "200"), null)) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                slow.add(new RawClient(front.port()).get("/api/events/slow"));
            }
            front.awaitCalls(200);

            try (RawClient other = new RawClient(front.port())) {
                for (int i = 0; i < 100; i++) {
                    assertThat(other.get("/api/hot").answer().status()).isEqualTo(200);
                }
            }

            behind.release.countDown();
            for (RawClient client : slow) {
                assertThat(client.answer().status()).isEqualTo(200);
                client.close();
            }
            assertThat(behind.seen).hasSize(200);
            assertThat(behind.seen).allMatch(seen -> seen.thread().startsWith("worker-"));
        }
    }

    @Test
    void whatFailsBehindIsAProblemAndNothingElse() throws Exception {
        try (Behind behind = new Behind();
                Fronts.Open front = Fronts.open(behind, Map.of());
                RawClient client = new RawClient(front.port())) {
            RawClient.Answer answer = client.get("/api/events/dies").answer();

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.head()).contains("application/problem+json");
            assertThat(answer.body())
                    .contains("\"code\":\"platform.internal\"")
                    .doesNotContain("purpose");
            assertThat(client.get("/api/events/echo").answer().status()).isEqualTo(200);
            front.awaitCalls(0);
        }
    }

    @Test
    void overTheLimitsIsBusyAndTheLineMovesOn() throws Exception {
        try (Behind behind = new Behind();
                Fronts.Open front =
                        Fronts.open(
                                behind,
                                Map.of("waiting-max", "1"),
                                NO_LIMITS,
                                Map.of("other", "2"),
                                null)) {
            List<RawClient> waiting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                waiting.add(new RawClient(front.port()).get("/api/events/slow"));
            }
            front.awaitCalls(3);
            try (RawClient fourth = new RawClient(front.port())) {
                RawClient.Answer busy = fourth.get("/api/events/echo").answer();
                assertThat(busy.status()).isEqualTo(503);
                assertThat(busy.head()).contains("retry-after: 1");
                assertThat(busy.body()).contains("edge.busy");
                assertThat(fourth.get("/api/hot").answer().status()).isEqualTo(200);
            }

            behind.release.countDown();

            for (RawClient client : waiting) {
                assertThat(client.answer().status()).isEqualTo(200);
                client.close();
            }
        }
    }

    @Test
    void slowRequestsAreClosed() throws Exception {
        try (Fronts.Open front =
                        Fronts.open(
                                Map.of("head-timeout", "1s", "body-timeout", "1s", "h2c", "true"));
                RawClient head = new RawClient(front.port());
                RawClient preface = new RawClient(front.port());
                RawClient second = new RawClient(front.port());
                RawClient body = new RawClient(front.port())) {
            head.send("GET /api/hot HTTP/1.1\r\nHo");
            preface.send("PRI * HT");
            second.get("/api/hot").send("GET /api/");
            body.send(
                    "POST /api/payments/webhooks/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab");

            assertThat(head.isClosedByServer()).isTrue();
            assertThat(preface.isClosedByServer()).isTrue();
            assertThat(second.answer().status()).isEqualTo(200);
            assertThat(second.isClosedByServer()).isTrue();
            assertThat(body.answer().status()).isEqualTo(408);
            assertThat(body.isClosedByServer()).isTrue();
            front.awaitBodies(0);
        }
    }

    /** A byte now and then does not help. */
    @Test
    void slowlorisIsClosedToo() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of("head-timeout", "1s"));
                RawClient slow = new RawClient(front.port())) {
            slow.socket.setSoTimeout(100);
            slow.send("GET /api/hot HTTP/1.1\r\n");
            boolean closed = false;
            for (int i = 0; i < 100 && !closed; i++) {
                slow.send("X-" + i + ": y\r\n");
                closed = slow.isClosedByServer();
            }
            assertThat(closed).isTrue();
        }
    }

    @Test
    void whoSendsSlowlyTakesNobodysPlace() throws Exception {
        try (Fronts.Open front =
                Fronts.open(
                        new Behind(),
                        Map.of("bodies-per-address-max", "30"),
                        NO_LIMITS,
                        Map.of("other", "2"),
                        null)) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                RawClient client = new RawClient("127.0.0.2", front.port());
                slow.add(client);
                client.send(
                        "POST /api/payments/webhooks/upload HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\nab"
                                .formatted(i % 2 == 0 ? 4_000 : 40_000));
            }
            front.awaitBodies(30); // the others were told to come later

            try (RawClient honest = new RawClient(front.port())) {
                assertThat(honest.get("/api/events/echo").answer().status()).isEqualTo(200);
                honest.send(
                        "POST /api/payments/webhooks/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab");
                assertThat(honest.answer().status()).isEqualTo(200);
            }
            front.awaitCalls(0);
            for (RawClient client : slow) {
                client.close();
            }
            front.awaitBodies(0);
        }
    }

    @Test
    void idleConnectionsAreClosedAndTooManyAreNotLetIn() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of("idle-timeout", "2s", "connections-max", "2"));
                RawClient first = new RawClient(front.port());
                RawClient second = new RawClient(front.port())) {
            assertThat(first.get("/api/hot").answer().status()).isEqualTo(200);
            assertThat(second.get("/api/hot").answer().status()).isEqualTo(200);
            try (RawClient third = new RawClient(front.port())) {
                assertThat(third.isClosedByServer()).isTrue();
            }
            assertThat(first.isClosedByServer()).isTrue();
            assertThat(second.isClosedByServer()).isTrue();
            front.awaitConnections(0);
        }
    }

    @Test
    void whoDoesNotReadTheirAnswerKeepsNoThreadAndLosesTheConnection() throws Exception {
        try (Behind behind = new Behind();
                Fronts.Open front = Fronts.open(behind, Map.of("answer-timeout", "4s"))) {
            List<RawClient> readers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                RawClient client = new RawClient(front.port());
                readers.add(client.get("/api/events/download?9000000"));
            }
            front.awaitAnswers(5);
            assertThat(front.held().calls()).isZero();

            front.awaitAnswers(0);
            front.awaitConnections(0);
            for (RawClient client : readers) {
                client.close();
            }
        }
    }

    @Test
    void anAddressHasSoManyUnreadAnswers() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of("answers-per-address-max", "500"))) {
            List<RawClient> readers = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                RawClient client = new RawClient("127.0.0.2", front.port());
                readers.add(client.get("/api/events/download?9000000"));
            }
            front.awaitConnections(3);
            assertThat(front.held().answers()).isEqualTo(3);
            for (RawClient client : readers) {
                client.close();
            }
            front.awaitAnswers(0);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of());
                RawClient client = new RawClient(front.port())) {
            client.get("/api/events/one").get("/api/hot").get("/api/events/two").get("/");

            assertThat(client.answer().body()).isEqualTo("behind:/api/events/one");
            assertThat(client.answer().body()).contains("hot");
            assertThat(client.answer().body()).isEqualTo("behind:/api/events/two");
            assertThat(client.answer().body()).contains("Onsale");
        }
    }

    @Test
    void anOldClientGetsEverythingAndThenTheConnectionEnds() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of());
                RawClient client = new RawClient(front.port())) {
            client.send("GET /api/events/download?70000 HTTP/1.0\r\n\r\n");

            RawClient.Answer answer = client.answer();

            assertThat(answer.head()).doesNotContain("chunked");
            assertThat(answer.body()).hasSize(70_000);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void whoAsksBeforeSendingIsTold() throws Exception {
        try (Behind behind = new Behind();
                Fronts.Open front = Fronts.open(behind, Map.of());
                RawClient client = new RawClient(front.port())) {
            client.send(POST_WAITING);
            assertThat(client.answer().status()).isEqualTo(100);
            client.send("hello");
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(behind.seen.getLast().body()).isEqualTo("hello");
        }
    }

    @Test
    void aStopLetsRequestsFinishAndTakesNoNewOnes() throws Exception {
        try (Behind behind = new Behind();
                Fronts.Open front = Fronts.open(behind, Map.of());
                RawClient waiting = new RawClient(front.port());
                RawClient idle = new RawClient(front.port());
                RawClient stream = StreamsTest.open(front);
                RawClient fresh = new RawClient(front.port())) {
            assertThat(idle.get("/api/hot").answer().status()).isEqualTo(200);
            waiting.get("/api/events/slow");
            front.awaitCalls(1);

            Thread stop =
                    Thread.startVirtualThread(() -> {
                        try {
                            front.stop();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });

            assertThat(idle.isClosedByServer()).isTrue();
            assertThat(fresh.isClosedByServer()).isTrue();
            assertThat(stream.event()).isEmpty();
            behind.release.countDown();
            assertThat(waiting.answer().status()).isEqualTo(200);
            stop.join();
            assertThat(Ports.isFree(front.port())).isTrue();
        }
    }

    @Test
    void anAnswerOfManyMegabytesArrivesWhole() throws Exception {
        long size = 20L << 20;
        try (Fronts.Open front = Fronts.open(Map.of());
                RawClient client = new RawClient(front.port())) {
            client.get("/api/events/download?" + size);
            assertThat(client.head()).contains("content-length: " + size);
            assertThat(drain(client.in, size)).isEqualTo(size);
            assertThat(client.get("/api/hot").answer().status()).isEqualTo(200);
        }
        assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThan(500);
    }

    private static long drain(InputStream in, long size) throws Exception {
        byte[] part = new byte[1 << 16];
        long read = 0;
        while (read < size) {
            int n = in.read(part);
            if (n < 0) {
                return read;
            }
            read += n;
        }
        return read;
    }
}
