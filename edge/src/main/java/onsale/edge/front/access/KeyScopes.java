package onsale.edge.front.access;

import java.util.List;
import onsale.platform.access.ApiAccess;

/**
 * The table of what programs may do by an API key. What is not in it is for people: nobody buys,
 * makes further keys or changes an account by a key.
 */
final class KeyScopes {

    /** Requests below a path that a scope is good for. */
    private record Line(String path, boolean readsOnly, String scope) {

        private boolean covers(String method, String asked) {
            return (asked.equals(path) || asked.startsWith(path + "/"))
                    && (!readsOnly || method.equals("GET") || method.equals("HEAD"));
        }
    }

    private static final List<Line> TABLE =
            List.of(
                    new Line("/api/admin/events", true, ApiAccess.EVENTS_READ),
                    new Line("/api/admin/venues", true, ApiAccess.EVENTS_READ),
                    new Line("/api/admin/events", false, ApiAccess.EVENTS_WRITE),
                    new Line("/api/admin/venues", false, ApiAccess.EVENTS_WRITE),
                    new Line("/api/admin/webhooks", false, ApiAccess.WEBHOOKS));

    private KeyScopes() {}

    static boolean allow(ApiAccess key, String method, String path) {
        return TABLE.stream()
                .anyMatch(line -> key.scopes().contains(line.scope()) && line.covers(method, path));
    }
}
