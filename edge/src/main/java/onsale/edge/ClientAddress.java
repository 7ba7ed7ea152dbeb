package onsale.edge;

import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who the client is: the peer of the connection or, if that is the door, the last address in {@code
 * X-Forwarded-For}, because the door has decided which proxies before it to believe. What anybody
 * else writes there is ignored.
 */
public final class ClientAddress {

    /** A longer chain is an invention; what lies beyond is not looked at. */
    private static final int HOPS_MAX = 20;

    /** The door and nobody else: other addresses of this machine may be anybody's. */
    private static final InetAddress DOOR = InetAddress.ofLiteral("127.0.0.1");

    private static final InetAddress DOOR_IPV6 = InetAddress.ofLiteral("::1");

    private static final int IPV6_NETWORK_BYTES = 8;

    /** In the form under which a client is counted: IPv4 as it is, IPv6 by its /64. */
    String of(HttpServletRequest request) {
        @Nullable InetAddress at = literal(request.getRemoteAddr());
        if (at == null) {
            return "unknown";
        }
        List<String> hops = isTrusted(at) ? hops(request) : List.of();
        for (int i = 0; i < Math.min(hops.size(), HOPS_MAX) && isTrusted(at); i++) {
            @Nullable InetAddress next = literal(hops.get(i));
            if (next == null) {
                break; // the proxy saw something we cannot count by: it counts itself
            }
            at = next;
        }
        return counted(at);
    }

    /** Whether the browser's connection is encrypted, as far as somebody we trust says so. */
    boolean isHttps(HttpServletRequest request) {
        if (request.isSecure()) {
            return true;
        }
        @Nullable InetAddress peer = literal(request.getRemoteAddr());
        return peer != null
                && isTrusted(peer)
                && "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"));
    }

    private static boolean isTrusted(InetAddress address) {
        return address.equals(DOOR) || address.equals(DOOR_IPV6);
    }

    /** The nearest first. */
    private static List<String> hops(HttpServletRequest request) {
        List<String> hops = new ArrayList<>();
        for (String line : Collections.list(request.getHeaders("X-Forwarded-For"))) {
            hops.addAll(List.of(line.split(",", -1)));
        }
        return hops.reversed();
    }

    private static @Nullable InetAddress literal(@Nullable String text) {
        try {
            return text == null ? null : InetAddress.ofLiteral(bare(text.strip()));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Some proxies add a port. */
    private static String bare(String text) {
        if (text.startsWith("[")) {
            return text.substring(1, Math.max(1, text.indexOf(']')));
        }
        int colon = text.indexOf(':');
        return colon >= 0 && colon == text.lastIndexOf(':') ? text.substring(0, colon) : text;
    }

    /** The same for an address that somebody else found out. */
    public static String counted(String literal) {
        if (literal.indexOf(':') < 0) {
            return literal; // as it is nearly always
        }
        @Nullable InetAddress address = literal(literal);
        return address == null ? "unknown" : counted(address);
    }

    private static String counted(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address.getHostAddress();
        }
        byte[] bytes = address.getAddress();
        StringBuilder network = new StringBuilder();
        for (int i = 0; i < IPV6_NETWORK_BYTES; i += 2) {
            int group = (bytes[i] & 0xff) << 8 | (bytes[i + 1] & 0xff);
            network.append(Integer.toHexString(group)).append(':');
        }
        return network + ":/64";
    }
}
