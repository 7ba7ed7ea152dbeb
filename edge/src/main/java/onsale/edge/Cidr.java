package onsale.edge;

import java.net.InetAddress;
import onsale.platform.StartFailure;

/** A network such as {@code 10.0.0.0/8}, or one address. */
record Cidr(InetAddress network, int bits) {

    static Cidr parse(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress address =
                    InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int all = address.getAddress().length * 8;
            int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
            if (bits < 0 || bits > all) {
                throw new IllegalArgumentException("bits");
            }
            return new Cidr(address, bits);
        } catch (IllegalArgumentException e) {
            throw new StartFailure("\"%s\" is no network such as 10.0.0.0/8.".formatted(text), e);
        }
    }

    boolean contains(InetAddress address) {
        byte[] ours = network.getAddress();
        byte[] theirs = address.getAddress();
        if (ours.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit & 7);
            if (((ours[bit >> 3] ^ theirs[bit >> 3]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
