package onsale.edge.door;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import onsale.platform.StartFailure;

/**
 * How many connections fit. Each takes a file descriptor, and a process that has none left fails
 * anywhere: in its pools, its log, its class loader. So the door leaves room.
 */
final class Capacity {

    private static final int CONNECTIONS_MAX = 50_000;

    /** For jars, pools, Kafka, Redis and listeners. */
    private static final int DESCRIPTORS_SPARED = 512;

    private Capacity() {}

    static int connections(DoorSettings settings) {
        return connections(
                settings,
                ManagementFactory.getOperatingSystemMXBean()
                                instanceof UnixOperatingSystemMXBean unix
                        ? unix.getMaxFileDescriptorCount()
                        : Long.MAX_VALUE);
    }

    static int connections(DoorSettings settings, long descriptors) {
        int asked = settings.connectionsMax();
        if (asked == 0) {
            // Of few descriptors a quarter: even if every request is passed on, a quarter is left.
            long fit = Math.max(descriptors / 4, descriptors - spared(settings, CONNECTIONS_MAX));
            return (int) Math.min(CONNECTIONS_MAX, fit);
        }
        long needed = asked + spared(settings, asked);
        if (needed > descriptors) {
            throw new StartFailure(
                    "Too few file descriptors (%d, but %d are needed for onsale.door.connections-max=%d): raise the limit, e.g. ulimit -n %d, or leave the setting out."
                            .formatted(descriptors, needed, asked, needed));
        }
        return asked;
    }

    /** A request that is passed on has a connection with two ends in this process. */
    private static long spared(DoorSettings settings, int connections) {
        return DESCRIPTORS_SPARED + 2L * Math.min(settings.proxiedMax(), connections);
    }
}
