package onsale.edge.front;

import java.io.IOException;
import java.nio.ByteBuffer;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.Refusal;
import onsale.edge.front.request.Target;
import onsale.edge.front.request.TrustedProxies;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.work.BufferedRequest;
import onsale.edge.mvc.ProblemMapper;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers errors that Jetty reports: requests that are not HTTP, and exceptions that Spring MVC
 * does not handle. Without it, Jetty would send HTML that names the server.
 */
final class ErrorResponses implements Request.Handler {

    private final ResponseWriter responses;
    private final TrustedProxies proxies;

    ErrorResponses(ResponseWriter responses, TrustedProxies proxies) {
        this.responses = responses;
        this.proxies = proxies;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        @Nullable BufferedRequest buffered = Request.as(request, BufferedRequest.class);
        FrontRequest front =
                buffered != null
                        ? buffered.front()
                        : new FrontRequest(request, response, callback, Target.NONE, proxies);
        Problem problem = problem(request, response.getStatus());
        ResponseWriter.begin(problem, response);
        if (buffered == null) {
            HttpFields.Mutable headers = response.getHeaders();
            headers.put(ResponseWriter.CLOSE); // where the next request begins is unknown
            responses.addCommonHeaders(front, headers);
        }
        response.write(true, ByteBuffer.wrap(problem.json(front.requestId())), callback);
        return true;
    }

    private static Problem problem(Request request, int status) {
        if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof Throwable thrown) {
            return switch (thrown) {
                case HttpException http -> refusal(http.getCode()).problem();
                case IOException _ -> Refusal.BAD_REQUEST.problem(); // the client left
                default -> ProblemMapper.map(thrown);
            };
        }
        return PlatformProblems.ofStatus(status);
    }

    /** Replaces the parser's texts, which repeat what the client sent. */
    private static Refusal refusal(int status) {
        return switch (status) {
            case 413 -> Refusal.BODY_TOO_LARGE;
            case 414 -> Refusal.TARGET_TOO_LONG;
            case 431 -> Refusal.HEADERS_TOO_LARGE;
            case 505 -> Refusal.VERSION_NOT_SUPPORTED;
            default -> Refusal.BAD_REQUEST;
        };
    }
}
