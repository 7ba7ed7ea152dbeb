package onsale.edge.front;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Predicate;
import onsale.edge.front.access.Authentication;
import onsale.edge.front.access.Permissions;
import onsale.edge.front.access.RequestLimits;
import onsale.edge.front.access.ServiceKeys;
import onsale.edge.front.access.WarmUpKey;
import onsale.edge.front.connection.ConnectionGuard;
import onsale.edge.front.connection.FrontSettings;
import onsale.edge.front.files.StaticFiles;
import onsale.edge.front.request.FrontMetrics;
import onsale.edge.front.request.TrustedProxies;
import onsale.edge.front.response.Cors;
import onsale.edge.front.response.PendingResponses;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.route.Routes.Kind;
import onsale.edge.front.stream.EventStreams;
import onsale.edge.front.work.BodyReader;
import onsale.edge.front.work.MvcDispatch;
import onsale.edge.front.work.PermitSettings;
import onsale.edge.front.work.TimeoutSettings;
import onsale.edge.front.work.Workers;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.Limiter;
import onsale.edge.limit.LocalLimiter;
import onsale.edge.token.AccessTokens;
import onsale.platform.front.EventStream;
import onsale.platform.front.HotPost;
import onsale.platform.front.HotRead;
import onsale.platform.internal.InternalSettings;
import org.eclipse.jetty.server.Request;

/** Wires the front: builds each of its objects once. */
final class BuildFront {

    private final FrontSettings settings;
    private final ServiceKeys serviceKeys;
    private final Authentication authentication;
    private final TrustedProxies proxies;
    private final FrontMetrics metrics;
    private final PendingResponses pending;
    private final ResponseWriter responses;
    private final RequestLimits limits;
    private final BodyReader bodies;
    private final Workers workers;
    private final EventStreams streams;

    /** The settings of the front. */
    record Settings(
            FrontSettings front,
            LimitSettings limits,
            PermitSettings permits,
            TimeoutSettings timeouts,
            InternalSettings internal) {}

    /** What contexts answer from memory. */
    record Offers(List<HotRead> hotReads, List<HotPost> hotPosts, List<EventStream> eventStreams) {}

    BuildFront(
            Settings all,
            AccessTokens tokens,
            Limiter limiter,
            LocalLimiter local,
            WarmUpKey warmUp,
            MeterRegistry registry) {
        settings = all.front();
        serviceKeys = new ServiceKeys(all.internal());
        authentication = new Authentication(tokens);
        proxies = TrustedProxies.parse(settings.trustedProxies());
        metrics = new FrontMetrics(registry);
        pending = new PendingResponses(settings.answerTimeout(), settings.answersPerAddressMax());
        responses = new ResponseWriter(new Cors(settings.corsOrigins()), pending, metrics);
        limits = new RequestLimits(limiter, local, all.limits(), responses, warmUp);
        bodies =
                new BodyReader(
                        settings.bodiesMax(),
                        settings.bodiesPerAddressMax(),
                        settings.bodyTimeout(),
                        responses);
        workers =
                new Workers(
                        all.permits(), all.timeouts(), settings.waitingMax(), responses, metrics);
        streams =
                new EventStreams(
                        settings.streamsMax(),
                        settings.streamsPerAddressMax(),
                        settings.streamHeartbeat(),
                        responses,
                        metrics);
    }

    /**
     * Builds the front.
     *
     * @param pathExists whether any controller answers a path
     */
    FrontParts build(Offers offers, Predicate<String> pathExists, Request.Handler mvc) {
        ConnectionGuard connections = new ConnectionGuard(settings, proxies);
        metrics.gauge("connections", "Open connections", connections::open);
        metrics.gauge("calls", "Requests that run or wait for a permit", workers::busy);
        for (Kind kind : Kind.values()) {
            metrics.gauge(
                    "permits", "Requests that may run at once", kind, () -> workers.permits(kind));
            metrics.gauge("running", "Requests that run", kind, () -> workers.running(kind));
            metrics.gauge(
                    "waiting",
                    "Requests that wait for a permit",
                    kind,
                    () -> workers.waiting(kind));
        }
        metrics.gauge("bodies", "Request bodies that are arriving", bodies::arriving);
        metrics.gauge("answers", "Responses that are not read yet", pending::count);
        metrics.gauge("streams", "Open event streams", streams::open);
        return new FrontParts(
                front(offers, ordinary(pathExists, mvc)),
                new ErrorResponses(responses, proxies),
                connections,
                bodies,
                workers,
                pending,
                streams);
    }

    private Front front(Offers offers, OrdinaryRequests ordinary) {
        return new Front(
                proxies,
                responses,
                serviceKeys,
                authentication,
                limits,
                new MemoryRequests(
                        offers.hotReads(),
                        offers.eventStreams(),
                        streams,
                        StaticFiles.load(),
                        authentication,
                        limits,
                        responses,
                        metrics),
                new HotPostRequests(offers.hotPosts(), limits, bodies, responses, ordinary),
                ordinary);
    }

    private OrdinaryRequests ordinary(Predicate<String> pathExists, Request.Handler mvc) {
        return new OrdinaryRequests(
                limits,
                new Permissions(pathExists),
                authentication,
                bodies,
                workers,
                new MvcDispatch(mvc, responses, settings.compressFrom().toBytes()),
                responses,
                metrics,
                Math.toIntExact(settings.bodyMax().toBytes()),
                Math.toIntExact(settings.operatorsBodyMax().toBytes()));
    }
}
