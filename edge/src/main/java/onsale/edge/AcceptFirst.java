package onsale.edge;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Who accepts no JSON is refused before anything is done. By itself the framework finds out when it
 * writes the answer: a 406 for what has been carried out.
 */
final class AcceptFirst implements HandlerInterceptor {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
    private static final List<MediaType> OURS = List.of(MediaType.APPLICATION_JSON);

    private final HeaderContentNegotiationStrategy accepted =
            new HeaderContentNegotiationStrategy();

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler)
            throws HttpMediaTypeNotAcceptableException {
        boolean changes = !READS.contains(request.getMethod()) && handler instanceof HandlerMethod;
        if (changes
                && accepted.resolveMediaTypes(new ServletWebRequest(request)).stream()
                        .noneMatch(type -> type.isCompatibleWith(OURS.getFirst()))) {
            throw new HttpMediaTypeNotAcceptableException(OURS);
        }
        return true;
    }
}
