package onsale.platform.door;

import org.jspecify.annotations.Nullable;

/**
 * A GET that is answered from memory. It runs on an event loop that thousands of fans share: it
 * never blocks, takes no contended lock and does no I/O. What it throws becomes a 500 for this one
 * request.
 */
public interface HotRead {

    /** The exact path, or one ending in {@code /*} for any single last segment. */
    String path();

    /** The answer, or null to let the ordinary server answer this request. */
    @Nullable HotAnswer answer(HotRequest request);
}
