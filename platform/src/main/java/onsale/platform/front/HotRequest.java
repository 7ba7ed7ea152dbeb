package onsale.platform.front;

import onsale.platform.access.CurrentUser;
import org.jspecify.annotations.Nullable;

/** The request as a hot read sees it. Valid only until the method that receives it returns. */
public interface HotRequest {

    /** The path as sent, without the query; it has no dot segments and no encoded slashes. */
    String path();

    /** The part of the path after its last slash. */
    String lastSegment();

    /** The first value of a query parameter, decoded. */
    @Nullable String query(String name);

    /** The first value of a header; names are not case-sensitive. */
    @Nullable String header(String name);

    /** The address of the client; forwarding headers count only from trusted proxies. */
    String clientAddress();

    /**
     * Names the caller once it is verified, for example by a receipt. The requests of one caller
     * share a rate limit; one above it gets 429 instead of the answer.
     */
    void countAs(String caller);

    /**
     * Who is signed in, on the path of a stream that is not public: then the role fits the path.
     * Null on all other paths.
     */
    default @Nullable CurrentUser user() {
        return null;
    }

    /** The id that the answer and every log line of this request carry. */
    String requestId();
}
