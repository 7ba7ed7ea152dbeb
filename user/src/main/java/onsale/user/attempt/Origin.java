package onsale.user.attempt;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import onsale.platform.Redacted;
import org.jspecify.annotations.Nullable;

/**
 * Where a login comes from. Address and user agent are cut to the length of their columns.
 *
 * @param device the token of a device that has logged in before, if it sent one
 * @param challenge the client's answer to a bot check, if it gave one
 */
public record Origin(
        String address, String userAgent, @Nullable String device, @Nullable String challenge) {

    private static final int ADDRESS_MAX = 45;
    private static final int AGENT_MAX = 300;
    private static final int NETWORK_BYTES = 8;

    public Origin {
        address = cut(address, ADDRESS_MAX);
        userAgent = cut(userAgent, AGENT_MAX);
    }

    /** A client that is not known and has answered no bot check. */
    public Origin(String address, String userAgent) {
        this(address, userAgent, null, null);
    }

    @Override
    public String toString() {
        return Redacted.text(this, "device", "challenge");
    }

    /** The network that counts as one: an IPv4 address, or the /64 of an IPv6 address. */
    public String network() {
        try {
            if (InetAddress.ofLiteral(address) instanceof Inet6Address six) {
                byte[] network = Arrays.copyOf(six.getAddress(), NETWORK_BYTES);
                return HexFormat.of().formatHex(network) + "::/64";
            }
        } catch (IllegalArgumentException e) {
            // a host name, or an address that was cut: taken as it is
        }
        return address;
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max);
    }
}
