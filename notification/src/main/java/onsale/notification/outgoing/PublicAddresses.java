package onsale.notification.outgoing;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Tells addresses of the internet from those of our own networks and machines. */
final class PublicAddresses {

    private PublicAddresses() {}

    static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address
                ? isPublic4(bytes)
                : address instanceof Inet6Address && isPublic6(bytes);
    }

    /** Besides what the JDK knows: IANA's registry of special-purpose addresses. */
    private static boolean isPublic4(byte[] b) {
        int first = b[0] & 0xff;
        int second = b[1] & 0xff;
        int third = b[2] & 0xff;
        return !(first == 0
                || first == 127
                || first >= 240
                || (first == 100 && second >= 64 && second < 128)
                || (first == 192 && second == 0 && (third == 0 || third == 2))
                || (first == 192 && second == 88 && third == 99)
                || (first == 198 && (second == 18 || second == 19))
                || (first == 198 && second == 51 && third == 100)
                || (first == 203 && second == 0 && third == 113));
    }

    /** Global unicast only (2000::/3), and never a way around it to an IPv4 address. */
    private static boolean isPublic6(byte[] b) {
        int first = ((b[0] & 0xff) << 8) | (b[1] & 0xff);
        int second = ((b[2] & 0xff) << 8) | (b[3] & 0xff);
        if (first == 0x64 && second == 0xff9b) {
            return embedded(b, 12); // NAT64
        }
        if (first == 0x2002) {
            return embedded(b, 2); // 6to4
        }
        boolean teredoOrReserved = first == 0x2001 && (second < 0x200 || second == 0xdb8);
        return (b[0] & 0xe0) == 0x20 && !teredoOrReserved && first != 0x3fff;
    }

    private static boolean embedded(byte[] b, int from) {
        try {
            return isPublic(InetAddress.getByAddress(Arrays.copyOfRange(b, from, from + 4)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
