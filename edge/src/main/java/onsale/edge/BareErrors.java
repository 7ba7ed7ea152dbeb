package onsale.edge;

import java.io.IOException;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.TraceId;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.MediaType;

/**
 * Errors of Tomcat itself, before any filter: requests that are no HTTP, addresses that cannot be
 * decoded. Without it they are HTML that names the server.
 */
final class BareErrors extends ErrorReportValve {

    static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> customizer() {
        return factory ->
                factory.addContextCustomizers(context -> {
                    StandardHost host = (StandardHost) context.getParent();
                    host.getPipeline().addValve(new BareErrors());
                    host.setErrorReportValveClass(BareErrors.class.getName()); // adds no other
                });
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable thrown) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        // What was thrown is about the client's bytes unless the status blames us.
        Problem problem =
                thrown == null || status != 500
                        ? PlatformProblems.ofStatus(status)
                        : Problems.of(thrown);
        String traceId =
                request.getAttribute(RequestIdFilter.ATTRIBUTE) instanceof String known
                        ? known
                        : TraceId.create();
        byte[] body = problem.json(traceId);
        try {
            response.setStatus(problem.code().status());
            SecurityHeadersFilter.set(response::setHeader);
            response.setHeader(RequestId.HEADER, traceId);
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            container.getLogger().debug("The client is gone", e);
        }
    }
}
