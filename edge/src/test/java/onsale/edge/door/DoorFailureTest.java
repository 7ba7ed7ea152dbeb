package onsale.edge.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.platform.embedded.Ports;
import org.junit.jupiter.api.Test;

/** The server behind the door is away, slow or dying; or a client is slow, large or gone. */
class DoorFailureTest {

    private static final String POST_WAITING =
            String.join(
                    "\r\n",
                    "POST /api/echo HTTP/1.1",
                    "Host: a",
                    "Content-Length: 5",
                    "Expect: 100-continue",
                    "",
                    "");

    @Test
    void withoutTheServerTheRestGoesOn() throws Exception {
        int port = Ports.free();
        try (Doors.Open door = Doors.open(port, Map.of());
                RawClient client = new RawClient(door.port())) {
            RawClient.Answer away = client.get("/api/echo").answer();
            assertThat(away.status()).isEqualTo(503);
            assertThat(away.head()).contains("retry-after: ", "application/problem+json");
            assertThat(away.body()).contains("\"code\":\"edge.unavailable\"");
            assertThat(client.get("/api/hot").answer().status()).isEqualTo(200);
            assertThat(client.get("/").answer().status()).isEqualTo(200);

            try (Upstream _ = new Upstream(port)) {
                assertThat(client.get("/api/echo").answer().status()).isEqualTo(200);
            }

            assertThat(client.get("/api/echo").answer().status()).isIn(502, 503);
            assertThat(client.get("/api/echo").answer().status()).isEqualTo(503);
            assertThat(client.get("/api/hot").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForForEver() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door =
                        Doors.open(upstream.port(), Map.of("proxy-response-timeout", "1s"));
                RawClient client = new RawClient(door.port())) {
            RawClient.Answer late = client.get("/api/slow").answer();

            assertThat(late.status()).isEqualTo(504);
            assertThat(late.body()).contains("\"code\":\"edge.no_answer\"");
            assertThat(client.get("/api/echo").answer().status()).isEqualTo(200);
            door.awaitProxied(0);
        }
    }

    @Test
    void anAnswerThatBreaksOffIsSeenToBreakOff() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), Map.of())) {
            for (String kind : List.of("chunked", "length")) {
                try (RawClient client = new RawClient(door.port())) {
                    assertThat(client.get("/api/dies?" + kind).answer())
                            .as(kind)
                            .isEqualTo(RawClient.Answer.CLOSED);
                }
            }
            door.awaitProxied(0);
        }
    }

    @Test
    void overTheLimitsIsBusyAndTheLineMovesOn() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door =
                        Doors.open(
                                upstream.port(),
                                Map.of(
                                        "event-loops", "1",
                                        "proxied-max", "2",
                                        "proxied-waiting-max", "1",
                                        "proxy-connect-timeout", "10s"))) {
            List<RawClient> waiting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                waiting.add(new RawClient(door.port()).get("/api/slow"));
            }
            door.awaitProxied(3);
            try (RawClient fourth = new RawClient(door.port())) {
                RawClient.Answer busy = fourth.get("/api/echo").answer();
                assertThat(busy.status()).isEqualTo(503);
                assertThat(busy.head()).contains("retry-after: 1");
                assertThat(busy.body()).contains("edge.busy");
                assertThat(fourth.get("/api/hot").answer().status()).isEqualTo(200);
            }

            upstream.release.countDown();

            for (RawClient client : waiting) {
                assertThat(client.answer().status()).isEqualTo(200);
                client.close();
            }
        }
    }

    @Test
    void slowRequestsAreClosed() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door =
                        Doors.open(
                                upstream.port(),
                                Map.of("head-timeout", "2s", "body-timeout", "2s"));
                RawClient head = new RawClient(door.port());
                RawClient preface = new RawClient(door.port());
                RawClient second = new RawClient(door.port());
                RawClient body = new RawClient(door.port())) {
            head.send("GET /api/hot HTTP/1.1\r\nHo");
            preface.send("PRI * HT");
            second.get("/api/hot").send("GET /api/");
            body.send("POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab");

            assertThat(head.isClosedByDoor()).isTrue();
            assertThat(preface.isClosedByDoor()).isTrue();
            assertThat(second.answer().status()).isEqualTo(200);
            assertThat(second.isClosedByDoor()).isTrue();
            assertThat(body.answer().status()).isEqualTo(408);
            assertThat(body.isClosedByDoor()).isTrue();
            door.awaitProxied(0);
        }
    }

    @Test
    void whoSendsSlowlyTakesNobodysPlace() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door =
                        Doors.open(
                                upstream.port(),
                                Map.of(
                                        "event-loops", "1",
                                        "proxied-max", "8",
                                        "proxied-waiting-max", "8"))) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                RawClient client = new RawClient(door.port());
                slow.add(client);
                client.send(
                        "POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\nab"
                                .formatted(i % 2 == 0 ? 4_000 : 40_000));
            }
            door.awaitProxied(2); // an eighth of the places, with large bodies

            try (RawClient honest = new RawClient(door.port())) {
                assertThat(honest.get("/api/echo").answer().status()).isEqualTo(200);
                honest.send("POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab");
                assertThat(honest.answer().status()).isEqualTo(204);
            }
            for (RawClient client : slow) {
                client.close();
            }
            door.awaitProxied(0);
        }
    }

    @Test
    void idleConnectionsAreClosedAndTooManyAreNotLetIn() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door =
                        Doors.open(
                                upstream.port(),
                                Map.of(
                                        "proxy-response-timeout", "100ms",
                                        "idle-timeout", "2s",
                                        "connections-max", "2"));
                RawClient first = new RawClient(door.port());
                RawClient second = new RawClient(door.port())) {
            assertThat(first.get("/api/hot").answer().status()).isEqualTo(200);
            assertThat(second.get("/api/hot").answer().status()).isEqualTo(200);
            try (RawClient third = new RawClient(door.port())) {
                assertThat(third.isClosedByDoor()).isTrue();
            }
            assertThat(first.isClosedByDoor()).isTrue();
            assertThat(second.isClosedByDoor()).isTrue();
        }
    }

    @Test
    void aClientThatLeavesFreesItsPlace() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), Map.of())) {
            try (RawClient gone = new RawClient(door.port());
                    RawClient half = new RawClient(door.port())) {
                gone.get("/api/slow");
                half.get("/api/slow");
                door.awaitProxied(2);
                half.socket.shutdownOutput();
                assertThat(half.isClosedByDoor()).isTrue();
            }
            door.awaitProxied(0);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), Map.of());
                RawClient client = new RawClient(door.port())) {
            client.get("/api/one").get("/api/hot").get("/api/two").get("/");

            assertThat(client.answer().body()).isEqualTo("upstream:/api/one");
            assertThat(client.answer().body()).contains("hot");
            assertThat(client.answer().body()).isEqualTo("upstream:/api/two");
            assertThat(client.answer().body()).contains("Onsale");
        }
    }

    /** Without chunks the end of an answer is the end of the connection. */
    @Test
    void anOldClientGetsEverythingAndThenTheConnectionEnds() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), Map.of());
                RawClient client = new RawClient(door.port())) {
            client.send("GET /api/download?70000 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");

            RawClient.Answer answer = client.answer();

            assertThat(answer.head()).doesNotContain("chunked", "keep-alive");
            assertThat(answer.body()).hasSize(70_000);
            assertThat(client.isClosedByDoor()).isTrue();
        }
    }

    @Test
    void whoAsksBeforeSendingIsTold() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), Map.of());
                RawClient client = new RawClient(door.port())) {
            client.send(POST_WAITING);
            assertThat(client.answer().status()).isEqualTo(100);
            client.send("hello");
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(upstream.seen.getLast().body()).isEqualTo("hello");
        }
    }

    @Test
    void largeBodiesStreamThroughALittleMemory() throws Exception {
        long size = 200L << 20;
        try (Upstream upstream = new Upstream();
                Doors.Open door =
                        Doors.open(upstream.port(), Map.of("body-bytes-max", "" + (1L << 30)))) {
            long before = directBytes();
            try (RawClient slow = new RawClient(door.port());
                    RawClient fast = new RawClient(door.port())) {
                slow.get("/api/download?" + size); // and does not read
                fast.get("/api/download?" + size);
                assertThat(drain(fast.socket.getInputStream(), size)).isGreaterThan(size);
                assertThat(fast.get("/api/hot").answer().status()).isEqualTo(200);

                fast.send(
                        "POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: "
                                + size
                                + "\r\n\r\n");
                byte[] part = new byte[1 << 20];
                for (long left = size; left > 0; left -= part.length) {
                    fast.send(part);
                }
                assertThat(fast.answer().status()).isEqualTo(204);
                assertThat(upstream.bytesReceived.get()).isEqualTo(size);
                assertThat(directBytes() - before).isLessThan(64 << 20);
            }
            door.awaitProxied(0);
        }
    }

    @Test
    void aStopLetsRequestsFinishAndTakesNoNewOnes() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), Map.of());
                RawClient waiting = new RawClient(door.port());
                RawClient idle = new RawClient(door.port());
                RawClient fresh = new RawClient(door.port())) {
            assertThat(idle.get("/api/hot").answer().status()).isEqualTo(200);
            waiting.get("/api/slow");
            door.awaitProxied(1);

            Thread stop = Thread.startVirtualThread(door.door()::close);

            assertThat(idle.isClosedByDoor()).isTrue();
            assertThat(fresh.isClosedByDoor()).isTrue();
            upstream.release.countDown();
            assertThat(waiting.answer().status()).isEqualTo(200);
            stop.join();
            assertThat(Ports.isFree(door.port())).isTrue();
        }
    }

    private static long drain(InputStream in, long atLeast) throws Exception {
        byte[] part = new byte[1 << 16];
        long read = 0;
        while (true) {
            int n = in.read(part);
            read += n;
            if (n < 0 || (read > atLeast && endsChunks(part, n))) {
                return read;
            }
        }
    }

    private static boolean endsChunks(byte[] part, int length) {
        return length >= 5 && part[length - 5] == '0' && part[length - 1] == '\n';
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum()
                + io.netty.util.internal.PlatformDependent.usedDirectMemory();
    }
}
