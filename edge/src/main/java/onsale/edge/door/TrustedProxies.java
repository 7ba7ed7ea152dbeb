package onsale.edge.door;

import io.netty.util.NetUtil;
import java.util.ArrayList;
import java.util.List;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fan's own address. Only a peer in the configured ranges is believed about whom it
 * speaks for; the last address in its list that is not itself a trusted proxy is the fan's.
 */
final class TrustedProxies {

    private static final int HOPS_MAX = 16;

    private static final class Range {
        private final byte[] network;
        private final int bits;

        Range(byte[] network, int bits) {
            this.network = network;
            this.bits = bits;
        }

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

    static TrustedProxies parse(List<String> cidrs) {
        List<Range> ranges = new ArrayList<>();
        for (String cidr : cidrs) {
            ranges.add(range(cidr));
        }
        return new TrustedProxies(ranges);
    }

    private static Range range(String cidr) {
        int slash = cidr.indexOf('/');
        byte @Nullable [] network =
                NetUtil.createByteArrayFromIpAddressString(
                        slash < 0 ? cidr : cidr.substring(0, slash));
        try {
            if (network != null) {
                int most = network.length * 8;
                int bits = slash < 0 ? most : Integer.parseInt(cidr.substring(slash + 1));
                if (bits >= 0 && bits <= most) {
                    return new Range(network, bits);
                }
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new StartFailure(
                "onsale.door.trusted-proxies has %s, which is no range such as 10.0.0.0/8."
                        .formatted(cidr));
    }

    boolean trusts(String peer) {
        if (ranges.isEmpty()) {
            return false;
        }
        byte @Nullable [] address = NetUtil.createByteArrayFromIpAddressString(peer);
        return address != null && ranges.stream().anyMatch(range -> range.contains(address));
    }

    /**
     * @param forwardedFor the peer's X-Forwarded-For, all of its lines joined by commas
     */
    String client(String peer, @Nullable String forwardedFor) {
        if (forwardedFor == null || !trusts(peer)) {
            return peer;
        }
        String client = peer;
        String[] hops = forwardedFor.split(",", -1);
        for (int i = hops.length - 1; i >= Math.max(0, hops.length - HOPS_MAX); i--) {
            String hop = hops[i].trim();
            if (!NetUtil.isValidIpV4Address(hop) && !NetUtil.isValidIpV6Address(hop)) {
                break; // not an address: whoever wrote it is as far as we can see
            }
            client = hop;
            if (!trusts(hop)) {
                break;
            }
        }
        return client;
    }
}
