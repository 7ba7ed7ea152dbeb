package onsale.edge.mvc;

import onsale.platform.Outages;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.ErrorResponse;

/** Maps exceptions to problems. */
public final class ProblemMapper {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemMapper.class);
    private static final int CAUSES_MAX = 20;

    private ProblemMapper() {}

    /** Returns what the client may know; the rest is logged. */
    public static Problem map(Throwable thrown) {
        @Nullable Throwable cause = thrown;
        for (int i = 0; cause != null && i < CAUSES_MAX; i++, cause = cause.getCause()) {
            if (cause instanceof ProblemException known) {
                return known.problem();
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
        LOG.error("Unexpected exception", thrown);
        return PlatformProblems.internal();
    }
}
