package onsale.edge;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import onsale.platform.Outages;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemException;
import org.apache.coyote.BadRequestException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;

/** Finds the problem in what was thrown, and writes problems where no controller does. */
final class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final int CAUSES_MAX = 20;

    private Problems() {}

    /** Never more than the client may know; the rest is logged here. */
    static Problem of(Throwable thrown) {
        @Nullable Throwable cause = thrown;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++, cause = cause.getCause()) {
            switch (cause) {
                case ProblemException known -> {
                    return known.problem();
                }
                case BadRequestException _ -> { // the body broke off or was no valid HTTP
                    return Problem.of(PlatformProblems.UNREADABLE, "Send the whole body.");
                }
                default -> {
                    // look deeper
                }
            }
        }
        if (Outages.isOutage(thrown)) {
            LOG.warn("Not available: {}", thrown.toString());
            return PlatformProblems.unavailable();
        }
        if (thrown instanceof ErrorResponse response
                && response.getStatusCode().is4xxClientError()) {
            return PlatformProblems.ofStatus(response.getStatusCode().value());
        }
        LOG.error("Unexpected", thrown);
        return PlatformProblems.internal();
    }

    static void write(Problem problem, HttpServletResponse response) throws IOException {
        ResponseEntity<byte[]> answer = problem.response();
        response.setStatus(answer.getStatusCode().value());
        answer.getHeaders().forEach((name, values) -> response.setHeader(name, values.getFirst()));
        byte @Nullable [] body = answer.getBody();
        if (body != null) {
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }
}
