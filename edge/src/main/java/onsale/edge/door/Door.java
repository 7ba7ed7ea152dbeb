package onsale.edge.door;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import onsale.edge.limit.HotLimits;
import onsale.platform.StartFailure;
import onsale.platform.access.CurrentUser;
import onsale.platform.door.EventStream;
import onsale.platform.door.HotCall;
import onsale.platform.door.HotRead;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public listener of a process. Whatever comes in, honest or hostile, uses a bounded part of
 * the process; and while the ordinary server is away, what lives in memory is still served.
 */
public final class Door implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Door.class);
    private static final Duration START_WITHIN = Duration.ofSeconds(30);

    /** Beyond the time that requests have to finish. */
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final List<DoorLoop> loops;
    private final StreamHub hub;
    private final DoorTransport transport;
    private final DoorMetrics metrics;
    private final Duration shutdownWithin;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Door(
            Vertx vertx,
            List<DoorLoop> loops,
            StreamHub hub,
            DoorTransport transport,
            DoorMetrics metrics,
            Duration shutdownWithin) {
        this.vertx = vertx;
        this.loops = loops;
        this.hub = hub;
        this.transport = transport;
        this.metrics = metrics;
        this.shutdownWithin = shutdownWithin;
    }

    /**
     * What the door answers itself.
     *
     * @param knownUsers who an access token belongs to, or null if that takes time to say
     * @param corsOrigins of other sites whose pages may read the answers
     */
    public record Offers(
            List<HotRead> hotReads,
            List<EventStream> eventStreams,
            List<HotCall> hotCalls,
            Function<String, @Nullable CurrentUser> knownUsers,
            Set<String> corsOrigins) {}

    /** Without calls. */
    public static Door start(
            DoorSettings settings,
            int port,
            int upstreamPort,
            List<HotRead> hotReads,
            List<EventStream> eventStreams,
            HotLimits limits,
            MeterRegistry registry,
            Duration shutdownWithin) {
        return start(
                settings,
                port,
                upstreamPort,
                new Offers(hotReads, eventStreams, List.of(), token -> null, Set.of()),
                limits,
                registry,
                shutdownWithin);
    }

    /**
     * Listens when this returns.
     *
     * @param port public
     * @param upstreamPort of the ordinary server on loopback
     * @param limits of what the door answers itself
     * @param shutdownWithin how long requests may take to finish once {@link #close} was called
     */
    public static Door start(
            DoorSettings settings,
            int port,
            int upstreamPort,
            Offers offers,
            HotLimits limits,
            MeterRegistry registry,
            Duration shutdownWithin) {
        TrustedProxies proxies = TrustedProxies.parse(settings.trustedProxies());
        DoorTransport transport = new DoorTransport(settings, proxies);
        DoorMetrics metrics = new DoorMetrics(registry, transport::connections);
        Paths<HotRead> hot = new Paths<>();
        offers.hotReads.forEach(read -> hot.add(read.path(), read));
        Paths<EventStream> streams = new Paths<>();
        offers.eventStreams.forEach(stream -> streams.add(stream.path(), stream));
        Paths<HotCall> calls = new Paths<>();
        offers.hotCalls.forEach(call -> calls.add(call.path(), call));
        StreamHub hub = new StreamHub();
        var shared =
                new DoorLoop.Shared(
                        settings,
                        port,
                        upstreamPort,
                        StaticFiles.load(),
                        hot,
                        streams,
                        calls,
                        offers.knownUsers,
                        offers.corsOrigins,
                        hub,
                        proxies,
                        limits,
                        metrics);
        Vertx vertx = vertx(settings, transport);
        List<DoorLoop> loops = new ArrayList<>();
        Door door = new Door(vertx, loops, hub, transport, metrics, shutdownWithin);
        try {
            List<Future<?>> started = new ArrayList<>();
            for (int i = 0; i < settings.loops(); i++) {
                DoorLoop loop = new DoorLoop(shared);
                loops.add(loop);
                started.add(vertx.deployVerticle(loop, new DeploymentOptions()));
            }
            await(Future.all(started), START_WITHIN);
            return door;
        } catch (RuntimeException e) {
            door.close();
            throw new StartFailure(
                    "The door cannot listen on %s:%d: %s."
                            .formatted(settings.host(), port, cause(e).getMessage()),
                    e);
        }
    }

    private static Vertx vertx(DoorSettings settings, DoorTransport transport) {
        VertxOptions options =
                new VertxOptions()
                        .setEventLoopPoolSize(settings.loops())
                        .setWorkerPoolSize(1)
                        .setInternalBlockingPoolSize(1)
                        .setFileSystemOptions(
                                new FileSystemOptions()
                                        .setFileCachingEnabled(false)
                                        .setClassPathResolvingEnabled(false));
        return Vertx.builder().with(options).withTransport(transport.transport()).build();
    }

    /** Open connections. */
    public int connections() {
        return transport.connections();
    }

    /** Open event streams. */
    public int streams() {
        return metrics.streams();
    }

    /** Requests at the ordinary server or waiting for it. */
    public int proxied() {
        return metrics.proxied();
    }

    /** No new connections from now on; requests under way finish, streams end. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        hub.close();
        long millis = shutdownWithin.toMillis();
        try {
            List<Future<?>> ended = new ArrayList<>();
            loops.forEach(loop -> ended.add(loop.shutdown(millis)));
            await(Future.all(ended), shutdownWithin.plus(CLOSE_WITHIN));
        } catch (RuntimeException e) {
            log.warn("The door did not close in order", e);
        }
        try {
            await(vertx.close(), CLOSE_WITHIN);
        } catch (RuntimeException e) {
            log.warn("The door's event loops did not end", e);
        }
    }

    private static void await(Future<?> future, Duration within) {
        try {
            future.toCompletionStage()
                    .toCompletableFuture()
                    .get(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("not within " + within, e);
        }
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
