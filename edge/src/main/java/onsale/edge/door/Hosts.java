package onsale.edge.door;

/** What may stand in a Host header: a name or an address, and a port. */
final class Hosts {

    private static final int CHARS_MAX = 255;

    private Hosts() {}

    static boolean valid(String host) {
        if (host.isEmpty() || host.length() > CHARS_MAX) {
            return false;
        }
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c >= 128 || (!Character.isLetterOrDigit(c) && "-._:[]".indexOf(c) < 0)) {
                return false;
            }
        }
        return true;
    }
}
