package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import onsale.edge.token.AccessTokens;
import onsale.edge.token.TokenCheck;
import org.springframework.web.filter.OncePerRequestFilter;

/** Finds out who sent a request. Refuses nobody: {@link AccessFilter} does, if it matters. */
final class AuthenticationFilter extends OncePerRequestFilter {

    private static final String ATTRIBUTE = AuthenticationFilter.class.getName();
    private static final String SCHEME = "Bearer ";

    private final AccessTokens tokens;

    AuthenticationFilter(AccessTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        request.setAttribute(ATTRIBUTE, identify(request));
        chain.doFilter(request, response);
    }

    static Identity identity(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Identity known
                ? known
                : new Identity.Anonymous();
    }

    private Identity identify(HttpServletRequest request) {
        List<String> given = Collections.list(request.getHeaders("Authorization"));
        if (given.isEmpty()) {
            return new Identity.Anonymous();
        }
        String only = given.getFirst();
        if (given.size() > 1 || !only.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return new Identity.BadToken();
        }
        return switch (tokens.verify(only.substring(SCHEME.length()))) {
            case TokenCheck.Valid valid -> new Identity.SignedIn(valid.user());
            case TokenCheck.Refused _ -> new Identity.BadToken();
            case TokenCheck.Unavailable _ -> new Identity.Unknown();
        };
    }
}
