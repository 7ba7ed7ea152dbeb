package onsale.platform.door;

import org.jspecify.annotations.Nullable;

/** What a hot read may look at. Valid only during the call. */
public interface HotRequest {

    /** The path as it was sent: without query, dot segments or encoded slashes. */
    String path();

    /** The part of the path after its last slash. */
    String lastSegment();

    /** The first value of a query parameter, decoded. */
    @Nullable String query(String name);

    /** The first value of a header; names are not case-sensitive. */
    @Nullable String header(String name);

    /** The address of the fan, seen through trusted proxies only. */
    String clientAddress();

    /**
     * Names whom the call is for, once that is beyond doubt (a verified receipt, say): calls for
     * one caller are limited together, and one too many gets 429 instead of the answer.
     */
    void countAs(String caller);

    /** The id that stands in the answer and in every log line of this request. */
    String requestId();
}
