package onsale.edge.door;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;

/**
 * Moves a body as fast as the slower side takes it; no more than the write queue is ever in memory.
 * Stops when it is over its limit.
 */
final class Pump {

    private final ReadStream<Buffer> from;
    private final WriteStream<Buffer> to;
    private final Runnable overLimit;
    private long bytesLeft;

    Pump(ReadStream<Buffer> from, WriteStream<Buffer> to, long bytesMax, Runnable overLimit) {
        this.from = from;
        this.to = to;
        this.bytesLeft = bytesMax;
        this.overLimit = overLimit;
    }

    void start() {
        from.handler(this::move);
        from.resume();
    }

    private void move(Buffer bytes) {
        if (bytesLeft < 0) {
            return; // stopped
        }
        bytesLeft -= bytes.length();
        if (bytesLeft < 0) {
            overLimit.run();
            return;
        }
        to.write(bytes);
        if (to.writeQueueFull()) {
            from.pause();
            to.drainHandler(_ -> from.resume());
        }
    }

    /**
     * Nothing more is written; what still arrives is dropped. It does have to arrive: what a paused
     * connection holds back when it is closed is never released by Vert.x.
     */
    void stop() {
        bytesLeft = -1;
        from.resume();
    }
}
