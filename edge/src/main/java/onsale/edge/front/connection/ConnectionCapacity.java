package onsale.edge.front.connection;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import onsale.platform.StartFailure;

/**
 * Computes how many connections the process can take. Each needs a file descriptor, and a process
 * without free descriptors fails anywhere: in its pools, its log, its class loader.
 */
final class ConnectionCapacity {

    private static final int CONNECTIONS_MAX = 50_000;

    /** Descriptors for jars, pools, Kafka, Redis and listeners. */
    private static final int DESCRIPTORS_RESERVED = 512;

    private ConnectionCapacity() {}

    static int connections(FrontSettings settings) {
        return connections(
                settings,
                ManagementFactory.getOperatingSystemMXBean()
                                instanceof UnixOperatingSystemMXBean unix
                        ? unix.getMaxFileDescriptorCount()
                        : Long.MAX_VALUE);
    }

    static int connections(FrontSettings settings, long descriptors) {
        int configured = settings.connectionsMax();
        if (configured == 0) {
            // with few descriptors, half of them: the process itself needs hundreds
            long fit = Math.max(descriptors / 2, descriptors - DESCRIPTORS_RESERVED);
            return (int) Math.min(CONNECTIONS_MAX, fit);
        }
        long needed = (long) configured + DESCRIPTORS_RESERVED;
        if (needed > descriptors) {
            throw new StartFailure(
                    "Too few file descriptors (%d, but %d are needed for onsale.front.connections-max=%d): raise the limit, e.g. ulimit -n %d, or leave the setting out."
                            .formatted(descriptors, needed, configured, needed));
        }
        return configured;
    }
}
