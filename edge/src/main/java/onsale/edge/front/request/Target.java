package onsale.edge.front.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request target with one possible reading. Spellings that another reader could resolve
 * differently (dot segments, doubled or encoded slashes, path parameters, double encoding, control
 * characters) are refused, so that no rule on paths can be bypassed.
 *
 * @param path starts with a slash
 * @param query without its question mark; null if there is none
 */
public record Target(String path, @Nullable String query) {

    /** The target of a request whose own target was refused. */
    public static final Target NONE = new Target("/", null);

    private static final boolean[] IN_PATH = allowed("-._~!$&'()*+,=:@/%");
    private static final boolean[] IN_QUERY = allowed("-._~!$&'()*+,=:@/%?;[]");

    private static boolean[] allowed(String others) {
        boolean[] allowed = new boolean[128];
        for (char c = 0; c < 128; c++) {
            allowed[c] = Character.isLetterOrDigit(c) || others.indexOf(c) >= 0;
        }
        return allowed;
    }

    /** Null if the target is refused. */
    static @Nullable Target parse(String uri) {
        int question = uri.indexOf('?');
        int end = question < 0 ? uri.length() : question;
        if (!validPath(uri, end) || !validQuery(uri, question)) {
            return null;
        }
        return question < 0
                ? new Target(uri, null)
                : new Target(uri.substring(0, end), uri.substring(question + 1));
    }

    private static boolean validPath(String uri, int end) {
        if (end == 0 || uri.charAt(0) != '/') {
            return false;
        }
        int segment = 1;
        for (int i = 1; i <= end; i++) {
            char c = i == end ? '/' : uri.charAt(i);
            if (c >= 128 || !IN_PATH[c]) {
                return false;
            }
            if (c == '/') {
                // only the last segment may be empty: "/" and "/a/"
                if (i == segment ? i != end : isDots(uri, segment, i)) {
                    return false;
                }
                segment = i + 1;
            } else if (c == '%' && !harmlessEscape(uri, i, end)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDots(String uri, int from, int to) {
        return uri.charAt(from) == '.'
                && (to - from == 1 || (to - from == 2 && uri.charAt(from + 1) == '.'));
    }

    /**
     * Whether this is a valid escape of a character that needs one. No honest client escapes
     * letters, digits or dots: {@code /%69nternal} is an attempt to get past a rule on paths.
     */
    private static boolean harmlessEscape(String uri, int at, int end) {
        int value = escaped(uri, at, end);
        return value >= 0x20
                && value != 0x7f
                && (value >= 128
                        || (!Character.isLetterOrDigit(value) && "./\\;%".indexOf(value) < 0));
    }

    private static int escaped(String uri, int at, int end) {
        if (at + 2 >= end) {
            return -1;
        }
        int high = Character.digit(uri.charAt(at + 1), 16);
        int low = Character.digit(uri.charAt(at + 2), 16);
        return high < 0 || low < 0 ? -1 : (high << 4) | low;
    }

    private static boolean validQuery(String uri, int question) {
        if (question < 0) {
            return true;
        }
        for (int i = question + 1; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c >= 128 || !IN_QUERY[c] || (c == '%' && escaped(uri, i, uri.length()) < 1)) {
                return false;
            }
        }
        return true;
    }

    public boolean isUnderAny(List<String> prefixes) {
        for (String prefix : prefixes) {
            if (isUnder(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the path is the prefix or below it. */
    public boolean isUnder(String prefix) {
        return path.startsWith(prefix)
                && (path.length() == prefix.length() || path.charAt(prefix.length()) == '/');
    }

    int length() {
        return path.length() + (query == null ? 0 : query.length() + 1);
    }
}
