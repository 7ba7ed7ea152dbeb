package onsale.edge;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The id of a request: the caller's own if it is harmless in a header and in a log line, else a new
 * one. It is a name, not a secret, so cheap randomness is enough.
 */
public final class RequestId {

    public static final String HEADER = "X-Request-Id";
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private RequestId() {}

    public static String of(@Nullable String given) {
        return given != null && HARMLESS.matcher(given).matches() ? given : fresh();
    }

    private static String fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        char[] hex = new char[32];
        fill(hex, 0, random.nextLong());
        fill(hex, 16, random.nextLong());
        return new String(hex);
    }

    private static void fill(char[] hex, int from, long bits) {
        for (int i = 0; i < 16; i++) {
            hex[from + i] = Character.forDigit((int) (bits >>> (60 - 4 * i)) & 0xf, 16);
        }
    }
}
