package onsale.platform.front;

import org.jspecify.annotations.Nullable;

/**
 * A GET that is answered from memory. It runs on an event loop that thousands of fans share, so it
 * must not block, take a contended lock or do I/O. An exception becomes a 500 for this one request.
 */
public interface HotRead {

    /** The exact path, or one in which {@code *} stands for any single segment. */
    String path();

    /** Returns the answer, or null to let the framework answer this request. */
    @Nullable HotAnswer answer(HotRequest request);
}
