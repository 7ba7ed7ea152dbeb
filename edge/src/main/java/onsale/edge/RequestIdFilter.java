package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives each request an id – the caller's own if it is a harmless one – that stands in the answer
 * and in every log line written meanwhile.
 */
final class RequestIdFilter extends OncePerRequestFilter {

    static final String MDC_KEY = "requestId";

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String id = RequestId.of(request.getHeader(RequestId.HEADER));
        response.setHeader(RequestId.HEADER, id);
        try (var _ = MDC.putCloseable(MDC_KEY, id)) {
            chain.doFilter(request, response);
        }
    }
}
