package onsale.edge.front.route;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;

/** Values registered by path. A path is exact, or has one {@code *} in place of a segment. */
public final class PathTable<T> {

    private static final String ANY = "/*";

    private final Map<String, T> exact = new HashMap<>();
    private final Map<String, T> anyLast = new HashMap<>();
    private final Map<Wildcard, T> anyWithin = new HashMap<>();

    /** The text before and after the {@code *}. */
    private record Wildcard(String before, String after) {

        boolean matches(String path) {
            int end = path.length() - after.length();
            return end > before.length()
                    && path.startsWith(before)
                    && path.endsWith(after)
                    && path.indexOf('/', before.length()) == end;
        }
    }

    public PathTable(List<? extends T> values, Function<? super T, String> path) {
        values.forEach(value -> add(path.apply(value), value));
    }

    private void add(String path, T value) {
        int open = path.indexOf(ANY);
        @Nullable T other;
        if (open < 0) {
            other = exact.putIfAbsent(path, value);
        } else if (open == path.length() - ANY.length()) {
            other = anyLast.putIfAbsent(path.substring(0, open), value);
        } else {
            other =
                    anyWithin.putIfAbsent(
                            new Wildcard(
                                    path.substring(0, open + 1),
                                    path.substring(open + ANY.length())),
                            value);
        }
        if (other != null) {
            throw new StartFailure("Two contexts answer " + path + " at the front.");
        }
    }

    public @Nullable T find(String path) {
        @Nullable T found = exact.get(path);
        if (found == null && !anyLast.isEmpty()) {
            found = anyLast.get(path.substring(0, path.lastIndexOf('/')));
        }
        if (found == null) {
            for (Map.Entry<Wildcard, T> within : anyWithin.entrySet()) {
                if (within.getKey().matches(path)) {
                    return within.getValue();
                }
            }
        }
        return found;
    }
}
