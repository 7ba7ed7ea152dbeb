package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import onsale.platform.problem.TraceId;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives each request an id – the caller's own if it is a harmless one – that stands in the answer
 * and in every log line written meanwhile, also when the request goes on later or ends in an error
 * page.
 */
final class RequestIdFilter extends OncePerRequestFilter {

    static final String ATTRIBUTE = RequestIdFilter.class.getName();

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String id = idOf(request);
        request.setAttribute(ATTRIBUTE, id);
        response.setHeader(RequestId.HEADER, id);
        try (var _ = MDC.putCloseable(TraceId.MDC_KEY, id)) {
            chain.doFilter(request, response);
        }
    }

    private static String idOf(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof String known) {
            return known;
        }
        return RequestId.of(request.getHeader(RequestId.HEADER));
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }
}
