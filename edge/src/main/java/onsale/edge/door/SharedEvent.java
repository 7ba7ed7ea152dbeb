package onsale.edge.door;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of one event, made once and written to every connection. They are stored as an HTTP/1
 * chunk; HTTP/2 sends the part inside.
 */
final class SharedEvent {

    private final ByteBuf chunk;
    private final int start;
    private final int length;

    SharedEvent(byte[] event) {
        byte[] head =
                (Integer.toHexString(event.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        // Outside the heap: the socket takes them from there without another copy.
        chunk = Unpooled.directBuffer(head.length + event.length + 2);
        chunk.writeBytes(head).writeBytes(event).writeByte('\r').writeByte('\n');
        start = head.length;
        length = event.length;
    }

    /** For one HTTP/1 connection; writing it releases it. */
    ByteBuf asChunk() {
        return chunk.retainedDuplicate();
    }

    /** For one HTTP/2 stream; writing it releases it. */
    ByteBuf asData() {
        return chunk.retainedSlice(start, length);
    }

    SharedEvent retain() {
        chunk.retain();
        return this;
    }

    void release() {
        chunk.release();
    }
}
