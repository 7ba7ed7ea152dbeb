package onsale.edge.front.access;

import java.util.function.Predicate;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.route.Routes;
import onsale.edge.front.route.Routes.Route;
import onsale.platform.access.CurrentUser;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests whose sender may not use their route. A path that does not exist is 404 for
 * everybody, because signing in would not help.
 */
public final class Permissions {

    private static final String NO_TOKEN = "Bearer";
    private static final String BAD_TOKEN = "Bearer error=\"invalid_token\"";

    private final Predicate<String> pathExists;

    /**
     * @param pathExists whether any handler answers a path
     */
    public Permissions(Predicate<String> pathExists) {
        this.pathExists = pathExists;
    }

    /** Returns why the sender may not go on, or null. */
    public @Nullable Problem refusal(FrontRequest request, Identity identity) {
        Route route = request.route();
        return switch (route.access()) {
            case PUBLIC -> null;
            case NOBODY -> PlatformProblems.ofStatus(404);
            case USER, ORGANISER, STAFF, OPERATOR, ADMIN ->
                    switch (identity) {
                        case Identity.SignedIn in ->
                                isAllowed(in.user(), request) ? null : refused(403, request);
                        case Identity.Pending _ ->
                                null; // decided again when a worker has verified the token
                        case Identity.Unavailable _ -> PlatformProblems.unavailable();
                        case Identity.Anonymous _ -> unauthorized(NO_TOKEN, request);
                        case Identity.BadToken _ -> unauthorized(BAD_TOKEN, request);
                    };
        };
    }

    /** Whether somebody has the rights for a request; a program also needs the scope. */
    public static boolean isAllowed(CurrentUser user, FrontRequest request) {
        return has(user, request.route().access())
                && (user.byKey() == null
                        || KeyScopes.allow(user.byKey(), request.method(), request.path()));
    }

    private static boolean has(CurrentUser user, Routes.Access needed) {
        return switch (needed) {
            case PUBLIC -> true;
            case USER -> user.has(CurrentUser.USER) || user.isStaff();
            case ORGANISER -> user.has(CurrentUser.ORGANISER) || user.has(CurrentUser.ADMIN);
            case STAFF -> user.isStaff();
            case OPERATOR -> user.has(CurrentUser.OPERATOR) || user.has(CurrentUser.ADMIN);
            case ADMIN -> user.has(CurrentUser.ADMIN);
            case NOBODY -> false;
        };
    }

    private Problem unauthorized(String challenge, FrontRequest request) {
        Problem problem = refused(401, request);
        if (problem.code().status() == 401) {
            request.response().getHeaders().put(HttpHeader.WWW_AUTHENTICATE, challenge);
        }
        return problem;
    }

    private Problem refused(int status, FrontRequest request) {
        return PlatformProblems.ofStatus(pathExists.test(request.path()) ? status : 404);
    }
}
