package onsale.edge.front;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import onsale.edge.front.access.WarmUpKey;
import onsale.edge.front.connection.FrontSettings;
import onsale.edge.front.connection.PublicPort;
import onsale.edge.front.work.PermitSettings;
import onsale.edge.front.work.TimeoutSettings;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.Limiter;
import onsale.edge.limit.LocalLimiter;
import onsale.edge.token.AccessTokens;
import onsale.edge.token.AuthSettings;
import onsale.platform.access.RevokedTokens;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotAnswer;
import onsale.platform.front.HotRead;
import onsale.platform.front.HotRequest;
import onsale.platform.front.StreamEvent;
import onsale.platform.front.StreamTopic;
import onsale.platform.internal.InternalSettings;
import onsale.testkit.Wait;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Fronts to test with: default settings except for what a test says. */
public final class Fronts {

    /** Whose pages may read what fronts answer. */
    static final String PARTNER = "https://partner.example";

    static final HotAnswer HOT = HotAnswer.json(200, "{\"hot\":true}").with("x-hot", "yes");

    private static final HotAnswer KEPT =
            HotAnswer.json(200, "{}").with("cache-control", "max-age=60");

    private Fronts() {}

    public static FrontSettings settings(Map<String, String> changed) {
        Map<String, String> all = new HashMap<>();
        all.put("host", "127.0.0.1");
        all.put("connections-per-address-max", "100000");
        all.put("streams-per-address-max", "100000");
        all.put("cors-origins", PARTNER);
        all.putAll(changed);
        return bind("onsale.front", FrontSettings.class, all);
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> values) {
        Map<String, String> all = new HashMap<>();
        values.forEach((name, value) -> all.put(prefix + "." + name, value));
        return new Binder(new MapConfigurationPropertySource(all)).bindOrCreate(prefix, type);
    }

    /** A front and where it listens. */
    record Open(FrontServer server, int port, StreamTopic topic, Counted counted)
            implements AutoCloseable {

        FrontServer.Held held() {
            return server.held();
        }

        /** The answer may be with the client a moment before the call is over. */
        void awaitCalls(int expected) {
            Wait.until(
                    expected + " calls", Duration.ofSeconds(10), () -> held().calls() == expected);
        }

        void awaitBodies(int expected) {
            Wait.until(
                    expected + " bodies",
                    Duration.ofSeconds(20),
                    () -> held().bodies() == expected);
        }

        void awaitAnswers(int expected) {
            Wait.until(
                    expected + " answers",
                    Duration.ofSeconds(20),
                    () -> held().answers() == expected);
        }

        void awaitConnections(int expected) {
            Wait.until(
                    expected + " connections",
                    Duration.ofSeconds(20),
                    () -> held().connections() == expected);
        }

        void awaitStreams(int expected) {
            Wait.until(
                    expected + " streams",
                    Duration.ofSeconds(10),
                    () -> held().streams() == expected);
        }

        /** As a process stops. */
        void stop() throws InterruptedException {
            CountDownLatch finished = new CountDownLatch(1);
            server.shutDownGracefully(_ -> finished.countDown());
            finished.await();
            server.destroy();
        }

        @Override
        public void close() {
            server.destroy();
        }
    }

    static Open open(Map<String, String> settings) {
        return open(new Behind(), settings);
    }

    static Open open(Behind behind, Map<String, String> settings) {
        // all tests are one address, and some are a crowd
        return open(
                behind,
                settings,
                Map.of("hot-address-per-second", "1000000", "address-per-second", "1000000"));
    }

    static Open open(Behind behind, Map<String, String> settings, Map<String, String> limits) {
        return open(behind, settings, limits, Map.of(), null);
    }

    static Open open(
            Behind behind,
            Map<String, String> changed,
            Map<String, String> limits,
            Map<String, String> permits,
            SslContextFactory.@Nullable Server tls) {
        FrontSettings settings = settings(changed);
        LimitSettings limited = bind("onsale.limits", LimitSettings.class, limits);
        LocalLimiter local = new LocalLimiter(limited.clientsMax());
        StreamTopic topic = new StreamTopic();
        Counted counted = new Counted();
        BuildFront build =
                new BuildFront(
                        new BuildFront.Settings(
                                settings,
                                limited,
                                bind("onsale.permits", PermitSettings.class, permits),
                                bind("onsale.timeouts", TimeoutSettings.class, Map.of()),
                                bind("onsale.internal", InternalSettings.class, Map.of())),
                        new AccessTokens(
                                bind("onsale.auth", AuthSettings.class, Map.of()),
                                () -> "{\"keys\":[]}".getBytes(StandardCharsets.UTF_8),
                                RevokedTokens.NONE,
                                Clock.systemUTC()),
                        new Limiter(null, local, limited.syncEvery()),
                        local,
                        new WarmUpKey(),
                        new SimpleMeterRegistry());
        BuildFront.Offers offers =
                new BuildFront.Offers(
                        List.of(
                                read("/api/hot", _ -> HOT),
                                read("/api/hot/broken", _ -> explode()),
                                read("/api/events/pass", _ -> null),
                                read("/api/events/mine", Fronts::mineTakesWork),
                                read("/api/hot/items/*", Fronts::describe),
                                read("/api/hot/kept", _ -> KEPT),
                                read("/api/hot/mine", Fronts::mine)),
                        List.of(),
                        List.of(new TopicStream(topic), counted));
        FrontParts parts = build.build(offers, _ -> true, behind);
        FrontServer server =
                new FrontServer(
                                settings,
                                new FrontServer.Listeners(
                                        new PublicPort(0, true), "127.0.0.1", -1, tls),
                                behind,
                                () -> parts,
                                Duration.ofSeconds(2))
                        .prepare();
        server.start();
        return new Open(server, server.getPort(), topic, counted);
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

    /** The caller is known, but not the answer. */
    private static @Nullable HotAnswer mineTakesWork(HotRequest request) {
        mine(request);
        return null;
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
            return "/stream";
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

    /** A topic with a state, which is a number; an event says how it grew. */
    static final class Counted implements EventStream, StreamTopic.State {

        final StreamTopic topic = new StreamTopic(this);
        final StreamTopic withoutState = new StreamTopic();
        private volatile long count;

        /** The state first, then whoever listens. */
        void grow(String data) {
            count++;
            StreamEvent event = StreamEvent.of(count, "grown", count + " " + data);
            topic.publish(event);
            withoutState.publish(event);
        }

        @Override
        public long number() {
            return count;
        }

        @Override
        public StreamEvent whole() {
            return StreamEvent.of(count, "whole", "" + count);
        }

        @Override
        public String path() {
            return "/api/events/*/counted";
        }

        @Override
        public @Nullable Outcome open(HotRequest request) {
            StreamEvent first = whole();
            return switch (request.path()) {
                case "/api/events/ordinary/counted" -> null;
                case "/api/events/short/counted" ->
                        new Outcome.Opened(topic, first, Instant.now().plusMillis(100));
                case "/api/events/race/counted" -> {
                    grow("while the stream opens");
                    yield new Outcome.Opened(topic, first);
                }
                case "/api/events/canary/counted" -> {
                    grow("while the stream opens");
                    yield new Outcome.Opened(withoutState, first);
                }
                default -> new Outcome.Opened(topic, first);
            };
        }
    }
}
