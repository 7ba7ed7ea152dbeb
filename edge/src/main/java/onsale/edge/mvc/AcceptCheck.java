package onsale.edge.mvc;

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
 * Refuses requests that do not accept JSON before their handler runs. Spring MVC by itself notices
 * only when it writes the response: the client would get a 406 for work that was done.
 */
final class AcceptCheck implements HandlerInterceptor {

    private static final Set<String> READING_METHODS = Set.of("GET", "HEAD", "OPTIONS");
    private static final List<MediaType> PRODUCED = List.of(MediaType.APPLICATION_JSON);

    private final HeaderContentNegotiationStrategy accepted =
            new HeaderContentNegotiationStrategy();

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler)
            throws HttpMediaTypeNotAcceptableException {
        boolean changes =
                !READING_METHODS.contains(request.getMethod()) && handler instanceof HandlerMethod;
        if (changes
                && accepted.resolveMediaTypes(new ServletWebRequest(request)).stream()
                        .noneMatch(type -> type.isCompatibleWith(PRODUCED.getFirst()))) {
            throw new HttpMediaTypeNotAcceptableException(PRODUCED);
        }
        return true;
    }
}
