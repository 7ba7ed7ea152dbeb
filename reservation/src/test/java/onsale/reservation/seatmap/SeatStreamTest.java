package onsale.reservation.seatmap;

import static onsale.reservation.Hall.Fan.aFan;
import static onsale.reservation.Hall.Show.aShow;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import onsale.contracts.EntryPass;
import onsale.platform.front.EventStream.Outcome;
import onsale.platform.front.HotRequest;
import onsale.platform.front.StreamEvent;
import onsale.platform.front.StreamTopic;
import onsale.reservation.Hall;
import onsale.reservation.Hall.Show;
import onsale.reservation.turn.EntryTokens;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stream of seats tells each change, whichever node made it. */
class SeatStreamTest {

    private static final Duration WITHIN = Duration.ofSeconds(1);

    @RegisterExtension static final Stores stores = Stores.shared();

    @SuppressWarnings("NullAway.Init")
    private static Hall hall;

    @SuppressWarnings("NullAway.Init")
    private static Hall other;

    @BeforeAll
    static void open() {
        hall = new Hall(stores);
        other = new Hall(stores);
    }

    @AfterAll
    static void close() {
        other.close();
        hall.close();
    }

    @Test
    void aHoldOnAnotherNodeArrivesWithinASecond() {
        Show show = hall.open(aShow().withSeats(40));
        Outcome.Opened opened = opened(show, asked(show, Map.of(), Map.of()));
        Heard heard = new Heard(opened.topic());
        assertThat(bytes(opened.first())[0]).as("all seats").isEqualTo((byte) 1);

        UUID hold = other.held(aFan(), show, 7);

        Wait.until("the hold is heard of", WITHIN, () -> heard.state(7) == SeatMap.HELD);
        other.letTimeRunOut(hold);
        other.sweep();
        Wait.until("its end is heard of", WITHIN, () -> heard.state(7) == SeatMap.AVAILABLE);
        assertThat(heard.events)
                .allSatisfy(event -> assertThat(bytes(event)[0]).as("a change").isEqualTo((byte) 2))
                .extracting(StreamEvent::number)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void whoKnowsAVersionGetsOnlyWhatChangedSince() {
        Show show = hall.open(aShow().withSeats(40));
        long version = hall.parts.seatMaps.find(show.id()).orElseThrow().version();
        hall.held(aFan(), show, 3);
        Wait.until(
                "the map is fresh",
                WITHIN,
                () -> hall.parts.seatMaps.find(show.id()).orElseThrow().state(3) == SeatMap.HELD);

        Outcome.Opened opened = opened(show, asked(show, Map.of("since", "" + version), Map.of()));

        ByteBuffer change = ByteBuffer.wrap(bytes(opened.first()));
        assertThat(change.get()).isEqualTo((byte) 2);
        assertThat(change.getLong()).isGreaterThan(version);
        assertThat(change.getInt()).isEqualTo(1);
        assertThat(change.getInt()).isEqualTo(3 << 2 | SeatMap.HELD);
    }

    @Test
    void withAWaitingRoomTheStreamNeedsATokenAndEndsWithIt() {
        Show show = hall.open(aShow().withSeats(10).withQueue());
        Instant end = Instant.now().plusSeconds(90).truncatedTo(ChronoUnit.SECONDS);
        String token = pass(show.id()).issue(hall.passes, end);
        String others = pass(UUID.randomUUID()).issue(hall.passes, end);
        hall.parts.seatMaps.find(show.id());

        Asked asked = asked(show, Map.of(), Map.of(EntryTokens.HEADER, token));
        assertThat(opened(show, asked).until()).isEqualTo(end);
        assertThat(asked.countedAs).isNotEmpty();

        for (Map<String, String> headers :
                List.of(
                        Map.<String, String>of(),
                        Map.of(EntryTokens.HEADER, others),
                        Map.of(EntryTokens.HEADER, "qr_x"))) {
            assertThat(hall.parts.seatStream.open(asked(show, Map.of(), headers)))
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused -> assertThat(refused.answer().status()).isEqualTo(403));
        }
    }

    /** The ordinary server reads it, or says what is wrong. */
    @Test
    void whatThisNodeDoesNotKnowIsNotForTheFront() {
        Show unseen = hall.open(aShow());

        assertThat(other.parts.seatStream.open(asked(unseen, Map.of(), Map.of()))).isNull();
        assertThat(hall.parts.seatStream.open(asked(unseen, Map.of("since", "x"), Map.of())))
                .isNull();
    }

    /** Nobody is woken for a map that is the same. */
    @Test
    void aMapThatIsReadAgainIsNoNews() {
        SeatMap before = SeatMap.of(5, new byte[100]);

        assertThat(before.atLeast(9).isLike(before)).isTrue();
        assertThat(before.with(6, List.of("1H")).isLike(before)).isFalse();
    }

    private static EntryPass pass(UUID schedule) {
        return new EntryPass(
                schedule, UUID.randomUUID(), EntryPass.person("somebody"), UUID.randomUUID());
    }

    private static Outcome.Opened opened(Show show, Asked asked) {
        hall.parts.seatMaps.find(show.id());
        @Nullable Outcome outcome = hall.parts.seatStream.open(asked);
        assertThat(outcome).isInstanceOf(Outcome.Opened.class);
        return (Outcome.Opened) java.util.Objects.requireNonNull(outcome);
    }

    /** What the data of an event is. */
    private static byte[] bytes(StreamEvent event) {
        String text = new String(event.encoded(), StandardCharsets.UTF_8);
        assertThat(text).startsWith("event: seats\ndata: ").endsWith("\n\n");
        return Base64.getDecoder()
                .decode(text.substring(text.indexOf("data: ") + 6, text.length() - 2));
    }

    /** A stream's end of a topic. */
    private static final class Heard implements StreamTopic.Listener {

        final List<StreamEvent> events = new CopyOnWriteArrayList<>();

        Heard(StreamTopic topic) {
            topic.listen(this);
        }

        /** As the last event that has the seat says; -1 if none has. */
        int state(int seat) {
            int state = -1;
            for (StreamEvent event : events) {
                ByteBuffer at = ByteBuffer.wrap(bytes(event));
                at.position(9);
                for (int i = at.getInt(); i > 0; i--) {
                    int change = at.getInt();
                    state = change >> 2 == seat ? change & 3 : state;
                }
            }
            return state;
        }

        @Override
        public void published(StreamEvent event) {
            events.add(event);
        }

        @Override
        public void ended() {}

        @Override
        public boolean isHeard() {
            return true;
        }
    }

    private static Asked asked(Show show, Map<String, String> query, Map<String, String> headers) {
        return new Asked("/api/reservations/seats/" + show.id() + "/stream", query, headers);
    }

    private static final class Asked implements HotRequest {

        private final String path;
        private final Map<String, String> query;
        private final Map<String, String> headers;
        private String countedAs = "";

        Asked(String path, Map<String, String> query, Map<String, String> headers) {
            this.path = path;
            this.query = query;
            this.headers = headers;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public String lastSegment() {
            return "stream";
        }

        @Override
        public @Nullable String query(String name) {
            return query.get(name);
        }

        @Override
        public @Nullable String header(String name) {
            return headers.get(name);
        }

        @Override
        public String clientAddress() {
            return "192.0.2.1";
        }

        @Override
        public void countAs(String caller) {
            countedAs = caller;
        }

        @Override
        public String requestId() {
            return "request-1";
        }
    }
}
