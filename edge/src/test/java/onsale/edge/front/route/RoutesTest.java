package onsale.edge.front.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import onsale.edge.front.route.Routes.Access;
import org.junit.jupiter.api.Test;

/** The table of who may call what, read by a second pair of eyes. */
class RoutesTest {

    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** Opening one more path to everybody is a decision: it has to be made here as well. */
    @Test
    void whatIsOpenToEverybodyStandsHere() {
        assertThat(
                        Routes.table().stream()
                                .filter(route -> route.access() == Access.PUBLIC)
                                .map(route -> route.method() + " " + route.path()))
                .containsExactlyInAnyOrder(
                        "POST /api/auth/challenge",
                        "POST /api/auth/signup",
                        "POST /api/auth/login",
                        "POST /api/auth/token",
                        "POST /api/auth/refresh",
                        "POST /api/auth/logout",
                        "POST /api/auth/browser/login",
                        "POST /api/auth/browser/refresh",
                        "POST /api/auth/browser/logout",
                        "GET /api/auth/identity",
                        "POST /api/auth/email-change/refuse",
                        "POST /api/auth/password-reset/**",
                        "GET /api/auth/social",
                        "POST /api/auth/browser/social/**",
                        "GET /api/mailbox",
                        "GET /api/terms",
                        "GET /api/events/**",
                        "GET /api/venues/**",
                        "GET /api/schedules/**",
                        "GET /api/posters/**",
                        "GET /api/queue/status",
                        "GET /api/queue/stream",
                        "GET /api/queue/page",
                        "GET /api/reservations/seats/**",
                        "POST /api/payments/webhooks/**",
                        "GET /.well-known/**",
                        "GET /v3/api-docs/**",
                        "* /**");
    }

    @Test
    void whatTheTableDoesNotKnowUnderApiIsNobodys() {
        for (String path : List.of("/api", "/api/", "/api/new", "/api/new/thing", "/api/auth")) {
            for (String method : METHODS) {
                assertThat(access(method, path)).as(method + " " + path).isEqualTo(Access.NOBODY);
            }
        }
        assertThat(access("GET", "/api/auth/login")).isEqualTo(Access.NOBODY);
        assertThat(access("POST", "/api/events")).isEqualTo(Access.NOBODY);
    }

    @Test
    void callsOfARoleAreItsWhateverTheMethod() {
        Map<Access, List<String>> paths =
                Map.of(
                        Access.ADMIN,
                        List.of("/api/admin", "/api/admin/terms", "/api/admin/new/thing"),
                        Access.ORGANISER,
                        List.of(
                                "/api/admin/events",
                                "/api/admin/events/1/x",
                                "/api/admin/venues",
                                "/api/admin/posters",
                                "/api/admin/allocations/1/seats",
                                "/api/admin/settlements/1",
                                "/api/admin/queue-settings/1"),
                        Access.OPERATOR,
                        List.of(
                                "/api/admin/queue/1/x",
                                "/api/admin/check-in",
                                "/api/admin/outbox/publish",
                                "/api/admin/dead-letters/redrive",
                                "/api/admin/integrity/run",
                                "/api/admin/refunds"));
        paths.forEach((needed, all) -> {
            for (String path : all) {
                for (String method : METHODS) {
                    assertThat(access(method, path)).as(method + " " + path).isEqualTo(needed);
                }
            }
        });
    }

    /** Opening what administrators do to another role is a decision: it is made here as well. */
    @Test
    void whatOtherRolesMayCallStandsHere() {
        assertThat(
                        Routes.table().stream()
                                .filter(route ->
                                        route.access() == Access.ORGANISER
                                                || route.access() == Access.STAFF
                                                || route.access() == Access.OPERATOR)
                                .map(route -> route.access() + " " + route.path()))
                .containsExactlyInAnyOrder(
                        "ORGANISER /api/admin/events/**",
                        "ORGANISER /api/admin/venues/**",
                        "ORGANISER /api/admin/posters/**",
                        "ORGANISER /api/admin/allocations/**",
                        "ORGANISER /api/admin/settlements/**",
                        "ORGANISER /api/admin/queue-settings/**",
                        "OPERATOR /api/admin/sales/rebuild",
                        "STAFF /api/admin/sales/**",
                        "OPERATOR /api/admin/nodes/**",
                        "OPERATOR /api/admin/jobs/**",
                        "OPERATOR /api/admin/settings/**",
                        "OPERATOR /api/admin/queue/**",
                        "OPERATOR /api/admin/check-in/**",
                        "OPERATOR /api/admin/outbox/**",
                        "OPERATOR /api/admin/dead-letters/**",
                        "OPERATOR /api/admin/integrity/**",
                        "OPERATOR /api/admin/refunds/**",
                        "OPERATOR /api/admin/reservations/**",
                        "OPERATOR /api/admin/payments/**",
                        "OPERATOR /api/admin/accounts/**",
                        "OPERATOR /api/admin/audit/**",
                        "OPERATOR /api/admin/notifications/**",
                        "ORGANISER /api/admin/webhooks/**",
                        "ORGANISER /api/admin/api-keys/**");
    }

    @Test
    void whatAFanHasOrPaysNeedsSigningIn() {
        for (String path :
                List.of(
                        "/api/users/me",
                        "/api/queue/enter",
                        "/api/queue/leave",
                        "/api/reservations",
                        "/api/reservations/hold",
                        "/api/reservations/1/checkout",
                        "/api/reservations/1/tickets",
                        "/api/payments",
                        "/api/payments/confirm")) {
            for (String method : METHODS) {
                assertThat(access(method, path)).as(method + " " + path).isEqualTo(Access.USER);
            }
        }
    }

    private static Access access(String method, String path) {
        return Routes.of(method, path).access();
    }
}
