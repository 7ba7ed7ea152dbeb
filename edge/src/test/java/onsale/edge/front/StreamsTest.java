package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import onsale.platform.front.StreamEvent;
import org.junit.jupiter.api.Test;

/** Streams: everyone gets the same bytes, and nobody holds up the others. */
class StreamsTest {

    /** Of 30 kB each: more than buffers on the way can hold. */
    private static final int EVENTS = 400;

    @Test
    void everyoneGetsTheFirstEventAndWhatIsPublishedInOrder() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of("stream-heartbeat", "200ms"))) {
            List<RawClient> fans = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                fans.add(open(front));
            }
            for (int i = 0; i < 20; i++) {
                front.topic().publish(StreamEvent.of("called", "up to " + i + "\nand on"));
            }
            for (RawClient fan : fans) {
                for (int i = 0; i < 20; i++) {
                    assertThat(published(fan))
                            .isEqualTo("event: called\ndata: up to " + i + "\ndata: and on\n\n");
                }
                fan.close();
            }
            front.awaitStreams(0);
        }
    }

    /** The next event that is no heartbeat. */
    private static String published(RawClient fan) throws IOException {
        String event = fan.event();
        while (event.equals(":\n\n")) {
            event = fan.event();
        }
        return event;
    }

    @Test
    void aQuietStreamStaysOpenAndShowsIt() throws Exception {
        var settings =
                Map.of(
                        "idle-timeout", "1s",
                        "stream-heartbeat", "300ms");
        try (Fronts.Open front = Fronts.open(settings);
                RawClient fan = open(front)) {
            for (int i = 0; i < 5; i++) {
                assertThat(fan.event()).isEqualTo(":\n\n");
            }
        }
    }

    @Test
    void whoDoesNotReadIsDroppedAndTheOthersAreNot() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of("stream-heartbeat", "5m"));
                RawClient reader = open(front);
                RawClient sleeper = open(front)) {
            String large = "x".repeat(30_000);
            for (int i = 0; i < 500 && front.held().streams() == 2; i++) {
                front.topic().publish(StreamEvent.of("large", large));
                assertThat(reader.event()).contains(large);
            }

            front.awaitStreams(1);
            front.topic().publish(StreamEvent.of("still", "here"));
            assertThat(reader.event()).contains("still");
            assertThat(sleeper.socket.isConnected()).isTrue();
        }
    }

    @Test
    void refusedLimitedAndEnded() throws Exception {
        try (Fronts.Open front =
                        Fronts.open(Map.of("streams-max", "1", "stream-heartbeat", "200ms"));
                RawClient other = new RawClient(front.port())) {
            assertThat(other.get("/stream?no").answer().status()).isEqualTo(410);
            try (RawClient fan = open(front)) {
                RawClient.Answer full = other.get("/stream").answer();
                assertThat(full.status()).isEqualTo(503);
                assertThat(full.body()).contains("edge.too_many_streams");

                front.topic().end();

                assertThat(fan.isClosedByServer()).isTrue();
            }
            front.awaitStreams(0);
            open(front).close(); // the topic lives on for who comes later
        }
    }

    @Test
    void aSlowReaderGetsTheWholeStateForWhatItMissed() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of("stream-heartbeat", "5m"));
                RawClient reader = counted(front, "a");
                RawClient sleeper = counted(front, "b")) {
            assertThat(reader.event()).isEqualTo("event: whole\ndata: 0\n\n");
            String large = "x".repeat(30_000);
            for (int i = 1; i <= EVENTS; i++) {
                front.counted().grow(large);
                assertThat(reader.event()).startsWith("event: grown\ndata: " + i + " x");
            }

            int read = 0;
            long last = -1;
            String event = "";
            while (last < EVENTS) {
                event = sleeper.event();
                long number = number(event);
                assertThat(number).as("nothing twice, nothing older").isGreaterThan(last);
                last = number;
                read++;
            }
            assertThat(event).isEqualTo("event: whole\ndata: " + EVENTS + "\n\n");
            assertThat(read).as("it did not get them all").isLessThan(EVENTS);
            front.counted().grow("on");
            assertThat(sleeper.event()).contains((EVENTS + 1) + " on");
            assertThat(front.held().streams()).isEqualTo(2);
        }
    }

    @Test
    void whatIsPublishedWhileAStreamOpensIsNotMissed() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of("stream-heartbeat", "200ms"));
                RawClient fan = counted(front, "race")) {
            assertThat(fan.event()).isEqualTo("event: whole\ndata: 0\n\n");
            assertThat(fan.event()).isEqualTo("event: whole\ndata: 1\n\n");
            assertThat(fan.event()).as("and only once").isEqualTo(":\n\n");
        }
    }

    /** The canary: a topic that knows no state cannot tell what was missed. */
    @Test
    void withoutAStateItWouldBeMissed() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of("stream-heartbeat", "200ms"));
                RawClient fan = counted(front, "canary")) {
            assertThat(fan.event()).isEqualTo("event: whole\ndata: 0\n\n");
            assertThat(fan.event()).isEqualTo(":\n\n");
        }
    }

    @Test
    void aStreamEndsWhenItsTimeIsOver() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of());
                RawClient fan = counted(front, "short")) {
            assertThat(fan.event()).startsWith("event: whole");
            assertThat(fan.isClosedByServer()).isTrue();
            front.awaitStreams(0);
        }
    }

    @Test
    void whatAStreamLeavesToTheOrdinaryServerGoesThere() throws Exception {
        try (Fronts.Open front = Fronts.open(Map.of());
                RawClient fan = new RawClient(front.port())) {
            assertThat(fan.get("/api/events/ordinary/counted").answer().body())
                    .startsWith("behind:");
            assertThat(fan.get("/api/events/a/b/counted").answer().body()).startsWith("behind:");
        }
    }

    private static RawClient counted(Fronts.Open front, String name) throws Exception {
        RawClient fan = new RawClient(front.port()).get("/api/events/" + name + "/counted");
        assertThat(fan.head()).contains("200 ok", "content-type: text/event-stream");
        return fan;
    }

    private static long number(String event) {
        return Long.parseLong(event.replaceAll("(?s).*data: (\\d+).*", "$1"));
    }

    static RawClient open(Fronts.Open front) throws Exception {
        RawClient fan = new RawClient(front.port()).get("/stream");
        String head = fan.head();
        assertThat(head).contains("200 ok", "content-type: text/event-stream");
        assertThat(fan.event()).isEqualTo("event: hello\ndata: first\n\n");
        return fan;
    }
}
