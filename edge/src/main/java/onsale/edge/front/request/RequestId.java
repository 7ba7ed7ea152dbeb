package onsale.edge.front.request;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the id of a request: the client's own if it is safe in a header and in a log line, else a
 * new one. An id is a name, not a secret, so fast randomness is enough.
 */
public final class RequestId {

    public static final String HEADER = "X-Request-Id";
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private RequestId() {}

    public static String of(@Nullable String given) {
        return given != null && SAFE.matcher(given).matches() ? given : fresh();
    }

    private static String fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
