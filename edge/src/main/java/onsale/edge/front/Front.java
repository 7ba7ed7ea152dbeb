package onsale.edge.front;

import onsale.edge.front.access.Authentication;
import onsale.edge.front.access.Identity;
import onsale.edge.front.access.RequestLimits;
import onsale.edge.front.access.ServiceKeys;
import onsale.edge.front.connection.Connectors;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.Refusal;
import onsale.edge.front.request.RequestRules;
import onsale.edge.front.request.Target;
import onsale.edge.front.request.TrustedProxies;
import onsale.edge.front.response.Cors;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.route.Routes;
import onsale.platform.problem.Problem;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Decides who answers a request: the front itself, from memory, or Spring MVC on a worker. It runs
 * on the selector thread that has read the request, which thousands of connections share, so
 * nothing here blocks.
 */
final class Front {

    /** Paths for other processes, on the management port only. */
    private static final String INTERNAL = "/internal";

    /** Paths of health and metrics, on the management port only. */
    private static final String ACTUATOR = "/actuator";

    private final TrustedProxies proxies;
    private final ResponseWriter responses;
    private final ServiceKeys serviceKeys;
    private final Authentication authentication;
    private final RequestLimits limits;
    private final MemoryRequests memory;
    private final HotPostRequests hotPosts;
    private final OrdinaryRequests ordinary;

    Front(
            TrustedProxies proxies,
            ResponseWriter responses,
            ServiceKeys serviceKeys,
            Authentication authentication,
            RequestLimits limits,
            MemoryRequests memory,
            HotPostRequests hotPosts,
            OrdinaryRequests ordinary) {
        this.proxies = proxies;
        this.responses = responses;
        this.serviceKeys = serviceKeys;
        this.authentication = authentication;
        this.limits = limits;
        this.memory = memory;
        this.hotPosts = hotPosts;
        this.ordinary = ordinary;
    }

    void handle(Request jetty, Response response, Callback callback) {
        @Nullable Target target = RequestRules.target(jetty);
        FrontRequest request =
                new FrontRequest(
                        jetty, response, callback, target == null ? Target.NONE : target, proxies);
        responses.guard(request, () -> decide(request, target));
    }

    private void decide(FrontRequest request, @Nullable Target target) {
        @Nullable Refusal refusal = RequestRules.check(request.jetty(), target);
        if (refusal != null) {
            responses.refuse(request, refusal);
        } else if (Connectors.isManagement(request.jetty())) {
            onManagementPort(request);
        } else {
            onPublicPort(request);
        }
    }

    private void onManagementPort(FrontRequest request) {
        request.route(Routes.INSIDE);
        if (request.target().isUnder(INTERNAL)) {
            @Nullable Problem refusal = serviceKeys.refusal(request);
            if (refusal != null) {
                responses.problem(request, refusal);
                return;
            }
        } else if (!request.target().isUnder(ACTUATOR)) {
            responses.refuse(request, Refusal.NOT_FOUND);
            return;
        }
        ordinary.readAndRun(request, new Identity.Anonymous());
    }

    private void onPublicPort(FrontRequest request) {
        if (request.target().isUnder(INTERNAL)) {
            serviceKeys.logPublicAttempt(request);
            responses.refuse(request, Refusal.NOT_FOUND);
        } else if (request.target().isUnder(ACTUATOR)) {
            responses.refuse(request, Refusal.NOT_FOUND);
        } else if (Cors.isPreflight(request)) {
            responses.preflight(request);
        } else if (!request.isGetOrHead() || !memory.answers(request)) {
            @Nullable Identity identity = authentication.identify(request, limits);
            if (identity != null && !hotPosts.answers(request, identity)) {
                ordinary.accept(request, identity);
            }
        }
    }
}
