package onsale.platform.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import onsale.platform.StartFailure;

/**
 * Finds free ports, below the range from which the kernel takes ports for outgoing connections, so
 * that no connection takes one between our check and the server's bind.
 */
public final class Ports {

    private static final int FIRST = 20_000;
    private static final int LAST = 31_999;
    private static final int TRIES = 200;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    public static int free() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            if (isFree(port) && GIVEN.add(port)) {
                return port;
            }
        }
        throw new StartFailure("No free port found between " + FIRST + " and " + LAST + ".");
    }

    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the given port if it is free, or any free one for 0. */
    static int take(int asked, String server) {
        if (asked == 0) {
            return free();
        }
        if (!isFree(asked)) {
            throw new StartFailure(
                    "Port %d for %s is taken: stop what listens there or give another."
                            .formatted(asked, server));
        }
        return asked;
    }
}
