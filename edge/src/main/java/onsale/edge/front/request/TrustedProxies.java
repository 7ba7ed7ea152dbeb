package onsale.edge.front.request;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address of the client. Only a peer in the configured ranges is believed about whom it
 * forwards for: the client is the last address in its list that is not a trusted proxy itself.
 */
public final class TrustedProxies {

    /** Addresses further back in a longer chain are ignored. */
    private static final int HOPS_MAX = 16;

    private record Range(byte[] network, int bits) {

        boolean contains(byte[] address) {
            if (address.length != network.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit & 7);
                if ((address[bit >> 3] & mask) != (network[bit >> 3] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Range> ranges;

    private TrustedProxies(List<Range> ranges) {
        this.ranges = ranges;
    }

    public static TrustedProxies parse(List<String> cidrs) {
        List<Range> ranges = new ArrayList<>();
        for (String cidr : cidrs) {
            ranges.add(range(cidr));
        }
        return new TrustedProxies(ranges);
    }

    private static Range range(String cidr) {
        int slash = cidr.indexOf('/');
        @Nullable InetAddress address = literal(slash < 0 ? cidr : cidr.substring(0, slash));
        try {
            if (address != null) {
                byte[] network = address.getAddress();
                int most = network.length * 8;
                int bits = slash < 0 ? most : Integer.parseInt(cidr.substring(slash + 1));
                if (bits >= 0 && bits <= most) {
                    return new Range(network, bits);
                }
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new StartFailure(
                "onsale.front.trusted-proxies has %s, which is no range such as 10.0.0.0/8."
                        .formatted(cidr));
    }

    public boolean trusts(InetAddress peer) {
        if (ranges.isEmpty()) {
            return false;
        }
        byte[] address = peer.getAddress();
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    /**
     * Returns the client's address.
     *
     * @param forwardedFor all lines of X-Forwarded-For
     */
    InetAddress client(InetAddress peer, List<String> forwardedFor) {
        if (forwardedFor.isEmpty() || !trusts(peer)) {
            return peer;
        }
        InetAddress client = peer;
        String[] hops = String.join(",", forwardedFor).split(",", -1);
        for (int i = hops.length - 1; i >= Math.max(0, hops.length - HOPS_MAX); i--) {
            @Nullable InetAddress hop = literal(withoutPort(hops[i].strip()));
            if (hop == null) {
                break; // not an address: the hop that wrote it is the last one known
            }
            client = hop;
            if (!trusts(hop)) {
                break;
            }
        }
        return client;
    }

    private static @Nullable InetAddress literal(String text) {
        boolean whole = text.indexOf(':') >= 0 || text.chars().filter(c -> c == '.').count() == 3;
        try {
            return whole ? InetAddress.ofLiteral(text) : null; // "10.1" would be an address too
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Removes a port, which some proxies add. */
    private static String withoutPort(String text) {
        if (text.startsWith("[")) {
            return text.substring(1, Math.max(1, text.indexOf(']')));
        }
        int colon = text.indexOf(':');
        return colon >= 0 && colon == text.lastIndexOf(':') ? text.substring(0, colon) : text;
    }
}
