package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives each request an id – the caller's own if it is a harmless one – that stands in the answer
 * and in every log line written meanwhile.
 */
final class RequestIdFilter extends OncePerRequestFilter {

    static final String HEADER = "X-Request-Id";
    static final String MDC_KEY = "requestId";
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        @Nullable String given = request.getHeader(HEADER);
        String id =
                given != null && HARMLESS.matcher(given).matches()
                        ? given
                        : UUID.randomUUID().toString();
        response.setHeader(HEADER, id);
        try (var _ = MDC.putCloseable(MDC_KEY, id)) {
            chain.doFilter(request, response);
        }
    }
}
