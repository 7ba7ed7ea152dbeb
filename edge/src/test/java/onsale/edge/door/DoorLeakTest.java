package onsale.edge.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Clients that leave while the door holds bytes for them: the bytes go back to where they came
 * from.
 */
class DoorLeakTest {

    private static final int TIMES = 20;

    @BeforeAll
    static void watch() {
        LeakCounter.watch(ResourceLeakDetector.Level.PARANOID);
    }

    @AfterAll
    static void rest() {
        LeakCounter.watch(ResourceLeakDetector.Level.SIMPLE);
    }

    /** The canary: what this test relies on. */
    @Test
    void aLostBufferIsCounted() throws Exception {
        try (Doors.Open door = Doors.open(1, Map.of())) {
            int before = LeakCounter.count(door.port());

            lose();

            assertThat(LeakCounter.count(door.port())).isEqualTo(before + 1);
        }
    }

    private static void lose() {
        ByteBufAllocator.DEFAULT.directBuffer(100).writeByte(1);
    }

    @Test
    void leavingWithABodyThatWaitsForItsTurn() throws Exception {
        var settings =
                Map.of("event-loops", "1", "proxied-max", "1", "proxy-connect-timeout", "7s");
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), settings);
                RawClient first = new RawClient(door.port()).get("/api/slow")) {
            door.awaitProxied(1);
            int before = LeakCounter.count(door.port());
            String post = "POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n";
            List<RawClient> others = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                RawClient other = new RawClient(door.port());
                others.add(other);
                // The door stops reading at some point, and so does this end.
                Thread.startVirtualThread(() -> other.send(post + "x".repeat(800_000)));
            }
            door.awaitProxied(1 + TIMES);

            leave(others);
            door.awaitProxied(1);

            assertThat(LeakCounter.count(door.port())).isEqualTo(before);
            upstream.release.countDown();
            assertThat(first.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void leavingDuringADownload() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), Map.of())) {
            int before = LeakCounter.count(door.port());
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                clients.add(new RawClient(door.port()).get("/api/download?90000000"));
            }
            for (RawClient client : clients) {
                Wait.until(
                        "bytes wait",
                        Duration.ofSeconds(10),
                        () -> client.socket.getInputStream().available() > 100_000);
            }

            leave(clients);
            door.awaitProxied(0);

            assertThat(LeakCounter.count(door.port())).isEqualTo(before);
        }
    }

    /** Its turn never comes: nobody ever asks for the little of its body that is there. */
    @Test
    void leavingWithARequestBehindASlowOne() throws Exception {
        try (Upstream upstream = new Upstream();
                Doors.Open door = Doors.open(upstream.port(), Map.of())) {
            int before = LeakCounter.count(door.port());
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                RawClient client = new RawClient(door.port()).get("/api/slow");
                client.send(
                        "POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n"
                                + "x".repeat(4_000));
                clients.add(client);
            }
            door.awaitProxied(TIMES);

            leave(clients);
            door.awaitProxied(0);

            assertThat(LeakCounter.count(door.port())).isEqualTo(before);
        }
    }

    private static void leave(List<RawClient> clients) throws Exception {
        for (RawClient client : clients) {
            client.close();
        }
    }
}
