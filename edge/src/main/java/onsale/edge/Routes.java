package onsale.edge;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Who may call what, and of which kind a call is: the one table. The first line that fits decides.
 * Paths are read exactly as the framework reads them to find a controller, so no spelling of a path
 * passes here as one thing and is served as another.
 */
final class Routes {

    /** What a caller must be. */
    enum Access {
        PUBLIC,
        USER,
        ADMIN,
        NOBODY
    }

    /** Calls that share limits and a time to finish. */
    enum Kind {
        STATUS,
        HOLD,
        PAY,
        LOGIN,
        ADMIN,
        OTHER
    }

    record Route(String method, PathPattern path, Access access, Kind kind) {

        private boolean fits(String asked, PathContainer at) {
            return (method.equals(ANY) || method.equals(asked)) && path.matches(at);
        }
    }

    private static final String ANY = "*";
    private static final String ATTRIBUTE = Routes.class.getName();

    private static final List<Route> TABLE =
            List.of(
                    route("POST", "/api/auth/challenge", Access.PUBLIC, Kind.OTHER),
                    route("POST", "/api/auth/signup", Access.PUBLIC, Kind.LOGIN),
                    route("POST", "/api/auth/login", Access.PUBLIC, Kind.LOGIN),
                    route("POST", "/api/auth/refresh", Access.PUBLIC, Kind.OTHER),
                    route("POST", "/api/auth/logout", Access.PUBLIC, Kind.OTHER),
                    route("POST", "/api/auth/email-verification/**", Access.PUBLIC, Kind.LOGIN),
                    route("POST", "/api/auth/password-reset/**", Access.PUBLIC, Kind.LOGIN),
                    route("GET", "/api/auth/social/**", Access.PUBLIC, Kind.OTHER),
                    route(ANY, "/api/users/**", Access.USER, Kind.OTHER),
                    route("GET", "/api/events/**", Access.PUBLIC, Kind.OTHER),
                    route("GET", "/api/venues/**", Access.PUBLIC, Kind.OTHER),
                    route("GET", "/api/schedules/**", Access.PUBLIC, Kind.OTHER),
                    // the receipt or the entry token says who asks
                    route("GET", "/api/queue/status", Access.PUBLIC, Kind.STATUS),
                    route("GET", "/api/queue/stream", Access.PUBLIC, Kind.STATUS),
                    route("GET", "/api/queue/page", Access.PUBLIC, Kind.STATUS),
                    route("GET", "/api/reservations/seats/**", Access.PUBLIC, Kind.OTHER),
                    route(ANY, "/api/queue/**", Access.USER, Kind.STATUS),
                    route(ANY, "/api/reservations/hold/**", Access.USER, Kind.HOLD),
                    route(ANY, "/api/reservations/**", Access.USER, Kind.OTHER),
                    route("POST", "/api/payments/webhooks/**", Access.PUBLIC, Kind.OTHER), // signed
                    route("GET", "/api/payments/**", Access.USER, Kind.OTHER),
                    route(ANY, "/api/payments/**", Access.USER, Kind.PAY),
                    route(ANY, "/api/admin/**", Access.ADMIN, Kind.ADMIN),
                    // what somebody forgot to put above is not open by accident
                    route(ANY, "/api/**", Access.NOBODY, Kind.OTHER),
                    route("GET", "/.well-known/**", Access.PUBLIC, Kind.OTHER),
                    route("GET", "/v3/api-docs/**", Access.PUBLIC, Kind.OTHER),
                    route(ANY, "/internal/**", Access.PUBLIC, Kind.OTHER), // see InternalFilter
                    route(ANY, "/error", Access.PUBLIC, Kind.OTHER),
                    route(ANY, "/**", Access.PUBLIC, Kind.OTHER)); // nothing is there

    private static final PathPattern INTERNAL = pattern("/internal/**");

    private Routes() {}

    static List<Route> table() {
        return TABLE;
    }

    static Route of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Route known) {
            return known; // several filters ask
        }
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        Route route = of(method, path(request));
        request.setAttribute(ATTRIBUTE, route);
        return route;
    }

    static Route of(String method, PathContainer path) {
        for (Route route : TABLE) {
            if (route.fits(method, path)) {
                return route;
            }
        }
        return TABLE.getLast();
    }

    static boolean isInternal(HttpServletRequest request) {
        return INTERNAL.matches(path(request));
    }

    /** The framework's own reading, which it also uses to find the controller. */
    private static PathContainer path(HttpServletRequest request) {
        RequestPath path =
                ServletRequestPathUtils.hasParsedRequestPath(request)
                        ? ServletRequestPathUtils.getParsedRequestPath(request)
                        : ServletRequestPathUtils.parseAndCache(request);
        return path.pathWithinApplication();
    }

    private static Route route(String method, String path, Access access, Kind kind) {
        return new Route(method, pattern(path), access, kind);
    }

    private static PathPattern pattern(String path) {
        return PathPatternParser.defaultInstance.parse(path);
    }
}
