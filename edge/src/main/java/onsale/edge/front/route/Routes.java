package onsale.edge.front.route;

import java.util.List;

/**
 * The table of who may call what and of which kind a request is, for requests answered from memory
 * and for all others. The first line that matches decides. Paths are compared as they were sent,
 * because the front refuses every spelling that another reader could resolve differently.
 */
public final class Routes {

    /** Who may send a request. */
    public enum Access {
        PUBLIC,
        USER,
        /** Organisers, whom the handler shows only what is theirs, and administrators. */
        ORGANISER,
        /** Organisers, whom the handler shows only what is theirs, and who runs the platform. */
        STAFF,
        /** Operators and administrators. */
        OPERATOR,
        ADMIN,
        NOBODY
    }

    /** Requests of one kind share limits, permits and a timeout. */
    public enum Kind {
        STATUS,
        HOLD,
        PAY,
        LOGIN,
        ADMIN,
        OTHER,
        /** Health, metrics and other processes, on the management port. */
        INSIDE
    }

    /**
     * One line of the table.
     *
     * @param path an exact path, or a prefix followed by {@code /**}, which matches the prefix and
     *     every path below it
     */
    public record Route(String method, String path, Access access, Kind kind) {

        private boolean matches(String asked, String at) {
            return (method.equals(ANY) || method.equals(asked)) && matches(at);
        }

        private boolean matches(String at) {
            int prefix = path.length() - BELOW.length();
            if (!path.endsWith(BELOW)) {
                return path.equals(at);
            }
            return at.regionMatches(0, path, 0, prefix)
                    && (at.length() == prefix || at.charAt(prefix) == '/');
        }
    }

    private static final String ANY = "*";
    private static final String BELOW = "/**";

    /** Checking out, and what else is done with a reservation before it is paid. */
    public static final Route CHECKOUT =
            new Route("POST", "/api/reservations/**", Access.USER, Kind.PAY);

    private static final List<Route> TABLE =
            List.of(
                    new Route("POST", "/api/auth/challenge", Access.PUBLIC, Kind.OTHER),
                    new Route("POST", "/api/auth/signup", Access.PUBLIC, Kind.LOGIN),
                    new Route("POST", "/api/auth/login", Access.PUBLIC, Kind.LOGIN),
                    new Route("POST", "/api/auth/token", Access.PUBLIC, Kind.LOGIN),
                    new Route("POST", "/api/auth/refresh", Access.PUBLIC, Kind.OTHER),
                    new Route("POST", "/api/auth/logout", Access.PUBLIC, Kind.OTHER),
                    new Route("POST", "/api/auth/browser/login", Access.PUBLIC, Kind.LOGIN),
                    new Route("POST", "/api/auth/browser/refresh", Access.PUBLIC, Kind.OTHER),
                    new Route("POST", "/api/auth/browser/logout", Access.PUBLIC, Kind.OTHER),
                    new Route("GET", "/api/auth/identity", Access.PUBLIC, Kind.OTHER),
                    new Route("POST", "/api/auth/email-verification/**", Access.USER, Kind.LOGIN),
                    new Route("POST", "/api/auth/email-change/refuse", Access.PUBLIC, Kind.LOGIN),
                    new Route("POST", "/api/auth/password-reset/**", Access.PUBLIC, Kind.LOGIN),
                    new Route("GET", "/api/auth/social", Access.PUBLIC, Kind.OTHER),
                    // a provider or an identity proves who it is
                    new Route("POST", "/api/auth/browser/social/**", Access.PUBLIC, Kind.LOGIN),
                    // only a demo has one
                    new Route("GET", "/api/mailbox", Access.PUBLIC, Kind.OTHER),
                    new Route("GET", "/api/terms", Access.PUBLIC, Kind.OTHER),
                    new Route("PUT", "/api/users/me/password", Access.USER, Kind.LOGIN),
                    new Route("POST", "/api/users/me/email/**", Access.USER, Kind.LOGIN),
                    new Route("DELETE", "/api/users/me", Access.USER, Kind.LOGIN),
                    new Route("POST", "/api/users/me/second-factor/**", Access.USER, Kind.LOGIN),
                    new Route("POST", "/api/users/me/social/**", Access.USER, Kind.LOGIN),
                    new Route(ANY, "/api/users/**", Access.USER, Kind.OTHER),
                    new Route("GET", "/api/events/**", Access.PUBLIC, Kind.OTHER),
                    new Route("GET", "/api/venues/**", Access.PUBLIC, Kind.OTHER),
                    new Route("GET", "/api/schedules/**", Access.PUBLIC, Kind.OTHER),
                    new Route("GET", "/api/posters/**", Access.PUBLIC, Kind.OTHER),
                    // the receipt or the entry token identifies the fan
                    new Route("GET", "/api/queue/status", Access.PUBLIC, Kind.STATUS),
                    new Route("GET", "/api/queue/stream", Access.PUBLIC, Kind.STATUS),
                    new Route("GET", "/api/queue/page", Access.PUBLIC, Kind.STATUS),
                    new Route("GET", "/api/reservations/seats/**", Access.PUBLIC, Kind.OTHER),
                    new Route(ANY, "/api/queue/**", Access.USER, Kind.STATUS),
                    new Route(ANY, "/api/reservations/hold/**", Access.USER, Kind.HOLD),
                    new Route("POST", "/api/reservations/recommend", Access.USER, Kind.HOLD),
                    new Route("POST", "/api/reservations/ticket-mails", Access.USER, Kind.OTHER),
                    // whoever pays does not wait behind readers, and may wait for the provider
                    new Route("GET", "/api/reservations/verdict/**", Access.USER, Kind.PAY),
                    CHECKOUT,
                    new Route(ANY, "/api/reservations/**", Access.USER, Kind.OTHER),
                    // the provider signs these
                    new Route("POST", "/api/payments/webhooks/**", Access.PUBLIC, Kind.OTHER),
                    new Route("GET", "/api/payments/**", Access.USER, Kind.OTHER),
                    new Route(ANY, "/api/payments/**", Access.USER, Kind.PAY),
                    new Route(ANY, "/api/admin/events/**", Access.ORGANISER, Kind.ADMIN),
                    new Route(ANY, "/api/admin/venues/**", Access.ORGANISER, Kind.ADMIN),
                    new Route(ANY, "/api/admin/sales/rebuild", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/sales/**", Access.STAFF, Kind.ADMIN),
                    new Route(ANY, "/api/admin/nodes/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/jobs/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/settings/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/posters/**", Access.ORGANISER, Kind.ADMIN),
                    new Route(ANY, "/api/admin/allocations/**", Access.ORGANISER, Kind.ADMIN),
                    new Route(ANY, "/api/admin/settlements/**", Access.ORGANISER, Kind.ADMIN),
                    new Route(ANY, "/api/admin/queue-settings/**", Access.ORGANISER, Kind.ADMIN),
                    new Route(ANY, "/api/admin/queue/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/check-in/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/outbox/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/dead-letters/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/integrity/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/refunds/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/reservations/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/payments/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/accounts/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/audit/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/notifications/**", Access.OPERATOR, Kind.ADMIN),
                    new Route(ANY, "/api/admin/webhooks/**", Access.ORGANISER, Kind.ADMIN),
                    new Route(ANY, "/api/admin/api-keys/**", Access.ORGANISER, Kind.ADMIN),
                    // what no line above opens to others is the administrators'
                    new Route(ANY, "/api/admin/**", Access.ADMIN, Kind.ADMIN),
                    // a path that is missing above is closed
                    new Route(ANY, "/api/**", Access.NOBODY, Kind.OTHER),
                    new Route("GET", "/.well-known/**", Access.PUBLIC, Kind.OTHER),
                    new Route("GET", "/v3/api-docs/**", Access.PUBLIC, Kind.OTHER),
                    new Route(ANY, "/**", Access.PUBLIC, Kind.OTHER)); // no handler is there

    /** The route of every request on the management port. */
    public static final Route INSIDE = new Route(ANY, "/**", Access.PUBLIC, Kind.INSIDE);

    private Routes() {}

    public static List<Route> table() {
        return TABLE;
    }

    public static Route of(String method, String path) {
        String asked = method.equals("HEAD") ? "GET" : method;
        for (Route route : TABLE) {
            if (route.matches(asked, path)) {
                return route;
            }
        }
        return TABLE.getLast();
    }
}
