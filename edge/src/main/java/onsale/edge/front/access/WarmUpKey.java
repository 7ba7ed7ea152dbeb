package onsale.edge.front.access;

import java.util.UUID;
import onsale.edge.front.request.FrontRequest;
import org.jspecify.annotations.Nullable;

/**
 * Exempts the requests that the process sends to itself before it is ready from all limits. The key
 * is random and never leaves the process.
 */
public final class WarmUpKey {

    public static final String HEADER = "X-Warm-Up";

    private volatile @Nullable String key = UUID.randomUUID().toString();

    /** The value of the header; null after the warm-up. */
    public @Nullable String key() {
        return key;
    }

    /** Ends the exemption. */
    public void end() {
        key = null;
    }

    boolean isIn(FrontRequest request) {
        @Nullable String known = key;
        return known != null && known.equals(request.header(HEADER));
    }
}
