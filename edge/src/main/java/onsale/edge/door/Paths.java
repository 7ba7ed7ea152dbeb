package onsale.edge.door;

import java.util.HashMap;
import java.util.Map;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;

/** What is registered at a path: exact ones, and those that leave the last segment open. */
final class Paths<T> {

    private static final String ANY_LAST = "/*";

    private final Map<String, T> exact = new HashMap<>();
    private final Map<String, T> anyLast = new HashMap<>();

    void add(String path, T value) {
        boolean open = path.endsWith(ANY_LAST);
        String key = open ? path.substring(0, path.length() - ANY_LAST.length()) : path;
        if ((open ? anyLast : exact).putIfAbsent(key, value) != null) {
            throw new StartFailure("Two contexts answer " + path + " at the door.");
        }
    }

    @Nullable T at(String path) {
        @Nullable T found = exact.get(path);
        return found != null || anyLast.isEmpty()
                ? found
                : anyLast.get(path.substring(0, path.lastIndexOf('/')));
    }
}
