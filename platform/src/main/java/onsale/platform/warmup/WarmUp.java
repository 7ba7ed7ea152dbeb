package onsale.platform.warmup;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a context in the warm-up of a node. It leaves no trace, even if the process is
 * killed: no row, no message and no key that does not expire.
 */
public interface WarmUp {

    /** Prepared work that runs the hot paths. */
    interface Session extends AutoCloseable {

        /** Makes one pass through the hot paths; called repeatedly by one thread. */
        void play();

        @Override
        void close();
    }

    /** A request to the public API without effect, such as a hold for an unknown show. */
    record Call(String method, String path, @Nullable String body) {}

    /** Opens a session; null if the calls are enough. */
    default @Nullable Session open() {
        return null;
    }

    default List<Call> calls() {
        return List.of();
    }

    /** Headers of a fictitious caller, for the calls of all contexts. */
    default Map<String, String> credentials() {
        return Map.of();
    }
}
