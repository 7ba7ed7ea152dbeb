package onsale.edge.front.work;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Collects bytes up to a bound. */
final class BoundedBytes {

    private static final byte[] NONE = new byte[0];

    private final int max;
    private @Nullable ByteArrayOutputStream collected;

    BoundedBytes(int max) {
        this.max = max;
    }

    /** Adds bytes; returns false, and adds none, if there would be too many. */
    boolean add(@Nullable ByteBuffer more) {
        if (more == null || !more.hasRemaining()) {
            return true;
        }
        @Nullable ByteArrayOutputStream all = collected;
        if (all == null) {
            all = new ByteArrayOutputStream(more.remaining());
            collected = all;
        }
        if (all.size() + more.remaining() > max) {
            return false;
        }
        byte[] part = new byte[more.remaining()];
        more.get(part);
        all.writeBytes(part);
        return true;
    }

    boolean isEmpty() {
        return collected == null;
    }

    /** Returns the bytes and forgets them. */
    byte[] take() {
        @Nullable ByteArrayOutputStream all = collected;
        collected = null;
        return all == null ? NONE : all.toByteArray();
    }
}
