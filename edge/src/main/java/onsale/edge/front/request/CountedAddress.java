package onsale.edge.front.request;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * The form in which limits count an address: IPv4 as it is, IPv6 by its /64, because one customer
 * has at least that many addresses.
 */
public final class CountedAddress {

    private static final int IPV6_NETWORK_BYTES = 8;

    private CountedAddress() {}

    public static String of(InetAddress address) {
        return address instanceof Inet6Address six
                ? network(six, IPV6_NETWORK_BYTES)
                : address.getHostAddress();
    }

    /** Returns the network that the first bytes of an address name, such as {@code 2a00:1::/32}. */
    public static String network(Inet6Address address, int length) {
        byte[] bytes = Arrays.copyOf(Arrays.copyOf(address.getAddress(), length), 16);
        StringBuilder network = new StringBuilder(32);
        for (int i = 0; i < length; i += 2) {
            int group = (bytes[i] & 0xff) << 8 | (bytes[i + 1] & 0xff);
            network.append(Integer.toHexString(group)).append(':');
        }
        return network.append(":/").append(length * 8).toString();
    }
}
