package onsale.edge.front.connection;

import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;

/**
 * Gives each connection buffers of its own, on the heap, which nobody uses afterwards.
 *
 * <p>After a request that is not valid HTTP, Jetty 12.1 may run two threads on one connection: the
 * one that reads, and the one that has written the error response and resumes reading. Both release
 * its buffers. A pool would then hand one buffer to two connections, and one client's bytes would
 * change another client's request or response. See ADR 010.
 */
final class UnsharedBuffers extends ByteBufferPool.NonPooling {

    @Override
    public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
        return super.acquire(size, false);
    }
}
