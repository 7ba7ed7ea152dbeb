package onsale.edge.front;

import java.util.function.IntConsumer;
import onsale.edge.front.access.Authentication;
import onsale.edge.front.access.Identity;
import onsale.edge.front.access.Permissions;
import onsale.edge.front.access.RequestLimits;
import onsale.edge.front.request.FrontMetrics;
import onsale.edge.front.request.FrontMetrics.AnsweredBy;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.route.Routes.Kind;
import onsale.edge.front.work.BodyReader;
import onsale.edge.front.work.Deadline;
import onsale.edge.front.work.MvcDispatch;
import onsale.edge.front.work.Workers;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * Requests that Spring MVC answers. Limits and permissions come first; only then is the body read
 * and a permit taken.
 */
final class OrdinaryRequests {

    private final RequestLimits limits;
    private final Permissions permissions;
    private final Authentication authentication;
    private final BodyReader bodies;
    private final Workers workers;
    private final MvcDispatch mvc;
    private final ResponseWriter responses;
    private final FrontMetrics metrics;
    private final int bodyBytesMax;
    private final int operatorsBodyBytesMax;

    OrdinaryRequests(
            RequestLimits limits,
            Permissions permissions,
            Authentication authentication,
            BodyReader bodies,
            Workers workers,
            MvcDispatch mvc,
            ResponseWriter responses,
            FrontMetrics metrics,
            int bodyBytesMax,
            int operatorsBodyBytesMax) {
        this.limits = limits;
        this.permissions = permissions;
        this.authentication = authentication;
        this.bodies = bodies;
        this.workers = workers;
        this.mvc = mvc;
        this.responses = responses;
        this.metrics = metrics;
        this.bodyBytesMax = bodyBytesMax;
        this.operatorsBodyBytesMax = operatorsBodyBytesMax;
    }

    void accept(FrontRequest request, Identity identity) {
        if (!limits.ofWork(request, identity)) {
            return;
        }
        @Nullable Problem refusal = permissions.refusal(request, identity);
        if (refusal != null) {
            responses.problem(request, refusal);
        } else {
            readAndRun(request, identity);
        }
    }

    /** Reads the body and runs the request, which is allowed. */
    void readAndRun(FrontRequest request, Identity identity) {
        int bytesMax =
                switch (request.route().kind()) {
                    case ADMIN, INSIDE -> operatorsBodyBytesMax;
                    case STATUS, HOLD, PAY, LOGIN, OTHER -> bodyBytesMax;
                };
        bodies.read(
                request,
                bytesMax,
                body -> responses.guard(request, () -> run(request, identity, body)));
    }

    /** Runs the request when a permit is free. */
    void run(FrontRequest request, Identity identity, byte[] body) {
        metrics.count(AnsweredBy.ORDINARY);
        workers.submit(
                request,
                deadline ->
                        responses.guard(
                                request, () -> dispatch(request, identity, body, deadline)));
    }

    private void dispatch(FrontRequest request, Identity identity, byte[] body, Deadline deadline) {
        Identity verified = identity;
        if (identity instanceof Identity.Pending pending) {
            verified = authentication.verify(pending);
            @Nullable Problem refusal = permissions.refusal(request, verified);
            if (refusal != null) {
                responses.problem(request, refusal);
                return;
            }
            if (!limits.ofWork(request, verified)) { // it was counted as a stranger's before
                return;
            }
        }
        @Nullable CurrentUser user = verified instanceof Identity.SignedIn in ? in.user() : null;
        mvc.dispatch(request, user, body, deadline, statusListener(request));
    }

    private IntConsumer statusListener(FrontRequest request) {
        return request.route().kind() == Kind.LOGIN
                ? status -> limits.signInAnswered(request, status)
                : _ -> {};
    }
}
