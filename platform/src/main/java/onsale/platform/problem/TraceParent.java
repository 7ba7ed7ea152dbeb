package onsale.platform.problem;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import onsale.platform.Sha256;
import org.jspecify.annotations.Nullable;

/** The {@code traceparent} header of W3C Trace Context, as requests and messages carry it. */
public final class TraceParent {

    /** The name of the header, and the key under which logging keeps its value. */
    public static final String HEADER = "traceparent";

    private static final Pattern FORMAT =
            Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
    private static final Pattern TRACE_ID = Pattern.compile("(?!0{32})[0-9a-f]{32}");
    private static final int TRACE_ID_FROM = "00-".length();
    private static final int TRACE_ID_CHARS = 32;

    private TraceParent() {}

    /** The value that a caller sent, or empty if it is missing or malformed. */
    public static Optional<String> valid(@Nullable String value) {
        return Optional.ofNullable(value).filter(text -> FORMAT.matcher(text).matches());
    }

    /**
     * The trace of a request without a valid value: its id if that can be one, else made from it.
     */
    public static String traceIdOf(String requestId) {
        String plain = requestId.replace("-", "");
        return TRACE_ID.matcher(plain).matches()
                ? plain
                : HexFormat.of().formatHex(Sha256.of(requestId), 0, TRACE_ID_CHARS / 2);
    }

    /** The trace id, 32 hexadecimal digits, of a value that is {@link #valid}. */
    public static String traceId(String value) {
        return value.substring(TRACE_ID_FROM, TRACE_ID_FROM + TRACE_ID_CHARS);
    }
}
