package onsale.edge.door;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.edge.limit.HotLimits;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.LocalLimiter;
import onsale.platform.door.EventStream;
import onsale.platform.door.HotAnswer;
import onsale.platform.door.HotRead;
import onsale.platform.door.HotRequest;
import onsale.platform.door.StreamEvent;
import onsale.platform.door.StreamTopic;
import onsale.platform.embedded.Ports;
import onsale.testkit.Wait;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Doors to test with: default settings except for what a test says. */
final class Doors {

    /** Whose pages may read what doors answer. */
    static final String PARTNER = "https://partner.example";

    static final HotAnswer HOT = HotAnswer.json(200, "{\"hot\":true}").with("x-hot", "yes");

    private static final HotAnswer KEPT =
            HotAnswer.json(200, "{}").with("cache-control", "max-age=60");

    private Doors() {}

    static DoorSettings settings(Map<String, String> changed) {
        Map<String, String> all = new HashMap<>();
        all.put("host", "127.0.0.1");
        all.put("connections-per-address-max", "100000");
        all.putAll(changed);
        return bind("onsale.door", DoorSettings.class, all);
    }

    private static HotLimits limits(Map<String, String> changed) {
        LimitSettings settings = bind("onsale.limits", LimitSettings.class, changed);
        return new HotLimits(new LocalLimiter(settings.clientsMax()), settings);
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> values) {
        Map<String, String> all = new HashMap<>();
        values.forEach((name, value) -> all.put(prefix + "." + name, value));
        return new Binder(new MapConfigurationPropertySource(all)).bindOrCreate(prefix, type);
    }

    /** A door and where it listens. */
    record Open(Door door, int port, StreamTopic topic) implements AutoCloseable {
        /** The answer may be with the client a moment before the exchange is over. */
        void awaitProxied(int expected) {
            Wait.until(
                    expected + " at the server",
                    Duration.ofSeconds(10),
                    () -> door.proxied() == expected);
        }

        void awaitConnections(int expected) {
            Wait.until(
                    expected + " connections",
                    Duration.ofSeconds(10),
                    () -> door.connections() == expected);
        }

        void awaitStreams(int expected) {
            Wait.until(
                    expected + " streams",
                    Duration.ofSeconds(10),
                    () -> door.streams() == expected);
        }

        @Override
        public void close() {
            door.close();
        }
    }

    static Open open(int upstreamPort, Map<String, String> settings) {
        // all tests are one address, and some are a crowd
        return open(upstreamPort, settings, Map.of("hot-address-per-second", "1000000"));
    }

    static Open open(int upstreamPort, Map<String, String> settings, Map<String, String> limits) {
        int port = Ports.free();
        StreamTopic topic = new StreamTopic();
        Door door =
                Door.start(
                        settings(settings),
                        port,
                        upstreamPort,
                        new Door.Offers(
                                List.of(
                                        read("/api/hot", _ -> HOT),
                                        read("/api/hot/broken", _ -> explode()),
                                        read("/api/hot/pass", _ -> null),
                                        read("/api/hot/items/*", Doors::describe),
                                        read("/api/hot/kept", _ -> KEPT),
                                        read("/api/hot/mine", Doors::mine)),
                                List.of(new TopicStream(topic)),
                                List.of(),
                                _ -> null,
                                Set.of(PARTNER)),
                        limits(limits),
                        new SimpleMeterRegistry(),
                        Duration.ofSeconds(2));
        return new Open(door, port, topic);
    }

    private static HotAnswer explode() {
        throw new IllegalStateException("on purpose");
    }

    private static HotAnswer describe(HotRequest request) {
        return HotAnswer.json(
                200,
                "%s|%s|%s|%s"
                        .formatted(
                                request.lastSegment(),
                                request.query("q"),
                                request.header("X-Mine"),
                                request.clientAddress()));
    }

    /** A read that knows its caller. */
    private static HotAnswer mine(HotRequest request) {
        @Nullable String fan = request.query("fan");
        if (fan != null) {
            request.countAs(fan);
        }
        return HOT;
    }

    private interface Answering {
        @Nullable HotAnswer answer(HotRequest request);
    }

    private static HotRead read(String path, Answering answering) {
        return new HotRead() {
            @Override
            public String path() {
                return path;
            }

            @Override
            public @Nullable HotAnswer answer(HotRequest request) {
                return answering.answer(request);
            }
        };
    }

    private record TopicStream(StreamTopic topic) implements EventStream {
        @Override
        public String path() {
            return "/api/stream";
        }

        @Override
        public Outcome open(HotRequest request) {
            @Nullable String fan = request.query("fan");
            if (fan != null) {
                request.countAs(fan);
            }
            return request.query("no") == null
                    ? new Outcome.Opened(topic, StreamEvent.of("hello", "first"))
                    : new Outcome.Refused(HotAnswer.json(410, "{}"));
        }
    }
}
