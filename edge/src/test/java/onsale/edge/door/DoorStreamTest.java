package onsale.edge.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.platform.door.StreamEvent;
import org.junit.jupiter.api.Test;

/** Streams: everyone gets the same bytes, and nobody holds up the others. */
class DoorStreamTest {

    @Test
    void everyoneGetsTheFirstEventAndWhatIsPublishedInOrder() throws Exception {
        try (Doors.Open door = Doors.open(1, Map.of())) {
            List<RawClient> fans = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                fans.add(open(door));
            }
            for (int i = 0; i < 20; i++) {
                door.topic().publish(StreamEvent.of("called", "up to " + i + "\nand on"));
            }
            for (RawClient fan : fans) {
                for (int i = 0; i < 20; i++) {
                    assertThat(fan.chunk())
                            .isEqualTo("event: called\ndata: up to " + i + "\ndata: and on\n\n");
                }
                fan.close();
            }
            door.awaitStreams(0);
        }
    }

    @Test
    void aQuietStreamStaysOpenAndShowsIt() throws Exception {
        var settings =
                Map.of(
                        "proxy-response-timeout", "100ms",
                        "idle-timeout", "1s",
                        "stream-heartbeat", "300ms");
        try (Doors.Open door = Doors.open(1, settings);
                RawClient fan = open(door)) {
            for (int i = 0; i < 5; i++) {
                assertThat(fan.chunk()).isEqualTo(":\n\n");
            }
        }
    }

    @Test
    void whoDoesNotReadIsDroppedAndTheOthersAreNot() throws Exception {
        try (Doors.Open door = Doors.open(1, Map.of());
                RawClient reader = open(door);
                RawClient sleeper = open(door)) {
            String large = "x".repeat(30_000);
            for (int i = 0; i < 500 && door.door().streams() == 2; i++) {
                door.topic().publish(StreamEvent.of("large", large));
                assertThat(reader.chunk()).contains(large);
            }

            door.awaitStreams(1);
            door.topic().publish(StreamEvent.of("still", "here"));
            assertThat(reader.chunk()).contains("still");
            assertThat(sleeper.socket.isConnected()).isTrue();
        }
    }

    @Test
    void refusedLimitedAndEnded() throws Exception {
        try (Doors.Open door = Doors.open(1, Map.of("streams-max", "1"));
                RawClient other = new RawClient(door.port())) {
            assertThat(other.get("/api/stream?no").answer().status()).isEqualTo(410);
            try (RawClient fan = open(door)) {
                RawClient.Answer full = other.get("/api/stream").answer();
                assertThat(full.status()).isEqualTo(503);
                assertThat(full.body()).contains("edge.too_many_streams");

                door.topic().end();

                assertThat(fan.isClosedByDoor()).isTrue();
            }
            door.awaitStreams(0);
            open(door).close(); // the topic lives on for who comes later
        }
    }

    static RawClient open(Doors.Open door) throws Exception {
        RawClient fan = new RawClient(door.port()).get("/api/stream");
        String head = fan.head();
        assertThat(head).contains("200 OK", "content-type: text/event-stream");
        assertThat(fan.chunk()).isEqualTo("event: hello\ndata: first\n\n");
        return fan;
    }
}
