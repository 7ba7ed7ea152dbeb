package onsale.edge.front;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import onsale.edge.front.connection.AccessLog;
import onsale.edge.front.connection.Connectors;
import onsale.edge.front.connection.FrontSettings;
import onsale.edge.front.connection.PublicPort;
import onsale.platform.StartFailure;
import onsale.platform.job.Loop;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.GracefulShutdownCallback;
import org.springframework.boot.web.server.GracefulShutdownResult;
import org.springframework.boot.web.server.WebServer;

/**
 * The HTTP server of a process, from its start to its stop. It starts in two steps: Spring needs
 * the server to build its beans, and the front needs these beans before it can let anybody in.
 */
public final class FrontServer implements WebServer {

    /** The property that says whether the next port may be used if {@code server.port} is taken. */
    public static final String PORT_FIXED = "front.port-fixed";

    /** Threads for acceptors and for errors of the parser; requests have their own threads. */
    private static final int THREADS_BEYOND_SELECTORS = 8;

    private static final Duration SWEEP_EVERY = Duration.ofMillis(500);
    private static final long POLL_EVERY_MILLIS = 10;

    /**
     * Where the server listens.
     *
     * @param managementPort negative for none, 0 for any free port
     * @param tls null for none
     */
    public record Listeners(
            PublicPort port,
            String managementHost,
            int managementPort,
            SslContextFactory.@Nullable Server tls) {}

    private final FrontSettings settings;
    private final Listeners listeners;
    private final Supplier<FrontParts> partsSupplier;
    private final Duration shutdownWithin;
    private final Server server;
    private final Entry entry;
    private @Nullable Running running;

    /** What exists while the server listens. */
    private record Running(
            FrontParts parts,
            ServerConnector open,
            @Nullable ServerConnector management,
            Loop sweeper) {

        List<ServerConnector> connectors() {
            return management == null ? List.of(open) : List.of(open, management);
        }
    }

    FrontServer(
            FrontSettings settings,
            Listeners listeners,
            Handler mvc,
            Supplier<FrontParts> parts,
            Duration shutdownWithin) {
        this.settings = settings;
        this.listeners = listeners;
        this.partsSupplier = parts;
        this.shutdownWithin = shutdownWithin;
        QueuedThreadPool threads =
                new QueuedThreadPool(
                        settings.selectorThreads() + THREADS_BEYOND_SELECTORS,
                        settings.selectorThreads() + 2);
        threads.setName("front");
        threads.setDaemon(true);
        this.server = new Server(threads);
        this.entry = new Entry(mvc);
        server.setHandler(entry);
        server.setDefaultHandler(null);
        server.setStopTimeout(0);
        if (!settings.accessLog().isEmpty()) {
            server.setRequestLog(AccessLog.to(settings.accessLog()));
        }
    }

    /** Starts Spring MVC; nobody is let in yet. */
    FrontServer prepare() {
        try {
            server.start();
            return this;
        } catch (Exception e) {
            throw new IllegalStateException("Spring MVC cannot be started", e);
        }
    }

    @Override
    public synchronized void start() {
        if (running != null) {
            return;
        }
        FrontParts parts = partsSupplier.get();
        entry.front = parts.front();
        server.setErrorHandler(parts.errors());
        ServerConnector open = Connectors.open(server, settings, listeners.port(), listeners.tls());
        open.addBean(parts.connections());
        @Nullable ServerConnector management =
                listeners.managementPort() < 0
                        ? null
                        : Connectors.management(
                                server,
                                settings,
                                listeners.managementHost(),
                                listeners.managementPort());
        Loop sweeper = Loop.every(SWEEP_EVERY, "sweeper", () -> sweep(parts, open));
        Running started = new Running(parts, open, management, sweeper);
        running = started;
        for (ServerConnector connector : started.connectors()) {
            server.addConnector(connector);
            listen(connector);
        }
        sweeper.start();
    }

    private static void listen(ServerConnector connector) {
        try {
            connector.start();
        } catch (Exception e) {
            throw new StartFailure(
                    "Nothing can listen on %s:%d: %s."
                            .formatted(connector.getHost(), connector.getPort(), cause(e)),
                    e);
        }
    }

    private static @Nullable String cause(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage();
    }

    private static void sweep(FrontParts parts, ServerConnector open) {
        parts.connections().closeSlow(open);
        parts.pendingResponses().abortOverdue();
    }

    @Override
    public synchronized int getPort() {
        return running == null ? -1 : running.open().getLocalPort();
    }

    /** The port of health and metrics; -1 if there is none. */
    public synchronized int managementPort() {
        return running == null || running.management() == null
                ? -1
                : running.management().getLocalPort();
    }

    /** How many of each bounded resource clients hold now. */
    public record Held(int connections, int streams, int calls, int bodies, int answers) {}

    public synchronized Held held() {
        if (running == null) {
            return new Held(0, 0, 0, 0, 0);
        }
        FrontParts parts = running.parts();
        return new Held(
                parts.connections().open(),
                parts.streams().open(),
                parts.workers().busy(),
                parts.bodies().arriving(),
                parts.pendingResponses().count());
    }

    /** Takes no more connections, ends the streams, and lets requests under way finish. */
    @Override
    public void shutDownGracefully(GracefulShutdownCallback callback) {
        Thread.ofPlatform().name("graceful-stop").start(() -> callback.shutdownComplete(finish()));
    }

    private GracefulShutdownResult finish() {
        @Nullable Running now;
        synchronized (this) {
            now = running;
        }
        if (now == null) {
            return GracefulShutdownResult.IDLE;
        }
        now.parts().streams().close();
        var _ = now.open().shutdown();
        long end = System.nanoTime() + shutdownWithin.toNanos();
        now.parts().connections().closeIdle(now.open());
        while (now.parts().underWay() > 0) {
            if (System.nanoTime() - end > 0) {
                return GracefulShutdownResult.REQUESTS_ACTIVE;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_EVERY_MILLIS);
            } catch (InterruptedException e) {
                return GracefulShutdownResult.IMMEDIATE;
            }
        }
        return GracefulShutdownResult.IDLE;
    }

    @Override
    public synchronized void stop() {
        @Nullable Running now = running;
        if (now == null) {
            return;
        }
        running = null;
        now.sweeper().close(Duration.ZERO);
        now.parts().streams().close();
        for (ServerConnector connector : now.connectors()) {
            try {
                connector.stop();
            } catch (Exception e) {
                throw new IllegalStateException("a listener cannot be closed", e);
            }
        }
        now.parts().workers().close();
    }

    @Override
    public void destroy() {
        stop();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server cannot be stopped", e);
        }
    }

    /** Hands every request to the front; Spring MVC behind it runs on the workers. */
    private static final class Entry extends Handler.Wrapper {

        private volatile @Nullable Front front;

        Entry(Handler mvc) {
            super(mvc);
        }

        /** Also if Spring MVC blocks, because it never runs on this thread. */
        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Objects.requireNonNull(front).handle(request, response, callback);
            return true;
        }
    }
}
