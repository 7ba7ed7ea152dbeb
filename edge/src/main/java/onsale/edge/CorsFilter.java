package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import onsale.edge.limit.Verdict;
import onsale.platform.problem.PlatformProblems;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Pages of other origins may read our answers only if the origin is configured. Others are not
 * refused, since a page of our own sends an origin too; their browser keeps the answer from them.
 * There are no cookies, so nothing can be done in a user's name without the token.
 */
public final class CorsFilter extends OncePerRequestFilter {

    private static final String METHODS = "GET, POST, PUT, PATCH, DELETE";
    private static final String ASKED =
            "Authorization, Content-Type, Idempotency-Key, X-Request-Id, X-Queue-Receipt,"
                    + " X-Queue-Token";

    /** Headers of an answer that the page may read; the door says the same of its own answers. */
    public static final String SHOWN =
            String.join(
                    ", ",
                    RequestId.HEADER,
                    "Retry-After",
                    "Location",
                    "ETag",
                    Verdict.LIMIT_HEADER,
                    Verdict.REMAINING_HEADER,
                    Verdict.RESET_HEADER);

    private static final String KEEP_SECONDS = "600";

    private final Set<String> origins;

    CorsFilter(Set<String> origins) {
        this.origins = Set.copyOf(origins);
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        @Nullable String origin = request.getHeader("Origin");
        boolean allowed = origin != null && origins.contains(origin);
        if (!origins.isEmpty()) {
            response.addHeader("Vary", "Origin");
        }
        if (allowed) {
            response.setHeader("Access-Control-Allow-Origin", origin);
            response.setHeader("Access-Control-Expose-Headers", SHOWN);
        }
        if (!isPreflight(request)) {
            chain.doFilter(request, response);
        } else if (allowed) {
            response.setHeader("Access-Control-Allow-Methods", METHODS);
            response.setHeader("Access-Control-Allow-Headers", ASKED);
            response.setHeader("Access-Control-Max-Age", KEEP_SECONDS);
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        } else {
            Problems.write(PlatformProblems.ofStatus(403), response);
        }
    }

    private static boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS")
                && request.getHeader("Origin") != null
                && request.getHeader("Access-Control-Request-Method") != null;
    }
}
