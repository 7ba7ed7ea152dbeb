package onsale.edge.front.work;

import java.util.Optional;
import java.util.function.IntConsumer;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.response.ResponseWriter;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.TraceId;
import onsale.platform.problem.TraceParent;
import onsale.platform.trace.Tracing;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Passes requests to Spring MVC, on a thread that may block. */
public final class MvcDispatch {

    private final Request.Handler mvc;
    private final ResponseWriter responses;
    private final long compressFromBytes;

    public MvcDispatch(Request.Handler mvc, ResponseWriter responses, long compressFromBytes) {
        this.mvc = mvc;
        this.responses = responses;
        this.compressFromBytes = compressFromBytes;
    }

    /**
     * Passes a request on and waits for its response to begin.
     *
     * @param user null if nobody is signed in
     * @param onStatus gets the status of the response before the client does
     */
    public void dispatch(
            FrontRequest front,
            @Nullable CurrentUser user,
            byte[] body,
            Deadline deadline,
            IntConsumer onStatus) {
        BufferedRequest request = new BufferedRequest(front, body);
        Response response =
                new BufferedResponse(request, responses, deadline, onStatus, compressFromBytes);
        request.setAttribute(Deadline.ATTRIBUTE, deadline);
        if (user != null) {
            request.setAttribute(CurrentUser.class.getName(), user);
        }
        Optional<String> trace = TraceParent.valid(request.getHeaders().get(TraceParent.HEADER));
        String traceId =
                trace.map(TraceParent::traceId)
                        .orElseGet(() -> TraceParent.traceIdOf(front.requestId()));
        try (var _ = MDC.putCloseable(TraceId.MDC_KEY, front.requestId());
                var _ = MDC.putCloseable(TraceParent.HEADER, trace.orElse(""));
                var work =
                        Tracing.request(
                                front.method(),
                                front.route().path(),
                                trace.orElse(null),
                                traceId)) {
            if (!mvc.handle(request, response, front.callback())) {
                Response.writeError(request, response, front.callback(), 404);
            }
            work.answered(response.getStatus());
        } catch (Throwable e) {
            deadline.stop();
            Response.writeError(request, response, front.callback(), e);
        }
    }
}
