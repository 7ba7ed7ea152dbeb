package onsale.edge.door;

import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Copies headers from one connection to the next without those that belong to one hop only. */
final class Hops {

    private static final Set<String> OF_ONE_HOP =
            Set.of(
                    "connection",
                    "keep-alive",
                    "proxy-authenticate",
                    "proxy-authorization",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "http2-settings",
                    "expect");

    private Hops() {}

    static void copy(MultiMap from, MultiMap to, Set<String> except) {
        List<String> connection = from.getAll("connection");
        Set<String> named = connection.isEmpty() ? Set.of() : named(connection);
        for (Map.Entry<String, String> header : from) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!OF_ONE_HOP.contains(name)
                    && !named.contains(name)
                    && !except.contains(name)
                    && !name.startsWith(":")) {
                to.add(name, header.getValue());
            }
        }
    }

    /** What the sender itself declared to be for this hop. */
    private static Set<String> named(List<String> connection) {
        Set<String> names = new HashSet<>();
        for (String line : connection) {
            for (String name : line.split(",", -1)) {
                names.add(name.trim().toLowerCase(Locale.ROOT));
            }
        }
        names.remove("content-length"); // framing is not the sender's to drop
        return names;
    }
}
