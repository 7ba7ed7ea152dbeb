package onsale.portone;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a page may send people back to with their approval: to the host from which the page
 * itself was requested, on any port, and to origins that were allowed explicitly. All names of this
 * machine count as one host.
 */
final class ReturnAddresses {

    private static final String THIS_MACHINE = "localhost";
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.[0-9.]+|\\[?::1]?", Pattern.CASE_INSENSITIVE);

    private final Set<String> allowed = ConcurrentHashMap.newKeySet();

    /**
     * @param origin such as {@code https://shop.example}
     */
    void allow(String origin) {
        allowed.add(origin.toLowerCase(Locale.ROOT));
    }

    /** Returns null if the request names no return address. */
    @Nullable URI of(Request request) {
        @Nullable String given = request.query().get("redirect");
        @Nullable String url = given != null ? given : request.query().get("redirectUrl");
        if (url == null || url.isEmpty()) {
            return null;
        }
        URI address = webAddress(url);
        String origin = address.getScheme() + "://" + address.getAuthority();
        @Nullable String asked = request.header("host");
        if (!allowed.contains(origin.toLowerCase(Locale.ROOT))
                && (asked == null || !name(address.getHost()).equals(name(host(asked))))) {
            throw PortOneError.invalid("People are not sent back to " + origin + ".");
        }
        return address;
    }

    private static String host(String hostAndPort) {
        return hostAndPort.replaceFirst(":[0-9]*$", "");
    }

    private static String name(String host) {
        return LOOPBACK.matcher(host).matches() ? THIS_MACHINE : host.toLowerCase(Locale.ROOT);
    }

    static URI webAddress(String url) {
        try {
            URI uri = new URI(url);
            if (uri.getHost() != null
                    && uri.getUserInfo() == null
                    && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // reported below
        }
        throw PortOneError.invalid("The address must be a full http or https one.");
    }
}
