package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import onsale.edge.Routes.Access;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Nobody reaches what {@link Routes} does not allow them. A path that does not exist is 404 for
 * everybody: signing in would not help.
 */
final class AccessFilter extends OncePerRequestFilter {

    private static final String NO_TOKEN = "Bearer";
    private static final String BAD_TOKEN = "Bearer error=\"invalid_token\"";

    private final Handlers handlers;

    AccessFilter(Handlers handlers) {
        this.handlers = handlers;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Access needed = Routes.of(request).access();
        if (needed == Access.PUBLIC) {
            chain.doFilter(request, response);
            return;
        }
        if (needed == Access.NOBODY) {
            Problems.write(PlatformProblems.ofStatus(404), response);
            return;
        }
        switch (AuthenticationFilter.identity(request)) {
            case Identity.SignedIn in when isAllowed(in.user(), needed) ->
                    chain.doFilter(request, response);
            case Identity.SignedIn _ -> Problems.write(refusal(403, request), response);
            case Identity.Unknown _ -> Problems.write(PlatformProblems.unavailable(), response);
            case Identity.Anonymous _ -> unauthorized(NO_TOKEN, request, response);
            case Identity.BadToken _ -> unauthorized(BAD_TOKEN, request, response);
        }
    }

    private static boolean isAllowed(CurrentUser user, Access needed) {
        return switch (needed) {
            case PUBLIC -> true;
            case USER -> user.has(CurrentUser.USER) || user.has(CurrentUser.ADMIN);
            case ADMIN -> user.has(CurrentUser.ADMIN);
            case NOBODY -> false;
        };
    }

    private void unauthorized(
            String challenge, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Problem problem = refusal(401, request);
        if (problem.code().status() == 401) {
            response.setHeader("WWW-Authenticate", challenge);
        }
        Problems.write(problem, response);
    }

    private Problem refusal(int status, HttpServletRequest request) {
        return PlatformProblems.ofStatus(handlers.exist(request) ? status : 404);
    }
}
