package onsale.edge.door;

import java.nio.charset.StandardCharsets;

/**
 * Why the door itself says no, as an RFC 9457 problem document. The texts are ours alone: nothing
 * that a client sent is repeated in them.
 */
enum Refusal {
    BAD_REQUEST(400, "bad_request", "The request is not valid HTTP.", 0),
    BAD_TARGET(400, "bad_target", "The address is not valid. Check the path and its escapes.", 0),
    BAD_HOST(400, "bad_host", "The request must name exactly one valid host.", 0),
    NOT_FOUND(404, "not_found", "There is nothing here.", 0),
    METHOD_NOT_ALLOWED(405, "method_not_allowed", "This method is not offered.", 0),
    TOO_SLOW(408, "request_timeout", "The request took too long to arrive. Send it again.", 0),
    BODY_TOO_LARGE(413, "body_too_large", "The body is too large. Send less.", 0),
    TARGET_TOO_LONG(414, "target_too_long", "The address is too long. Shorten it.", 0),
    EXPECTATION_FAILED(417, "expectation_failed", "Only 100-continue can be expected.", 0),
    HEADERS_TOO_LARGE(431, "headers_too_large", "The headers are too large. Send less.", 0),
    INTERNAL(500, "internal", "Something went wrong on our side. Try again.", 0),
    VERSION_NOT_SUPPORTED(505, "version_not_supported", "Use HTTP/1.1 or HTTP/2.", 0),
    BUSY(503, "busy", "Too many requests at once. Try again in a moment.", 1),
    TOO_MANY_STREAMS(503, "too_many_streams", "Too many open streams. Try again in a while.", 5),
    UNAVAILABLE(503, "unavailable", "The service is not available. Try again in a moment.", 2),
    BAD_ANSWER(502, "bad_answer", "The service broke off. Try again in a moment.", 0),
    NO_ANSWER(504, "no_answer", "The service did not answer in time. Try again.", 0);

    private final int status;
    private final String code;
    private final String detail;
    private final int retryAfterSeconds;

    Refusal(int status, String code, String detail, int retryAfterSeconds) {
        this.status = status;
        this.code = "edge." + code;
        this.detail = detail;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    int status() {
        return status;
    }

    /** 0 for none. */
    int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /**
     * @param traceId a harmless one, see RequestId
     */
    byte[] document(String traceId) {
        String title =
                io.netty.handler.codec.http.HttpResponseStatus.valueOf(status).reasonPhrase();
        return """
        {"type":"urn:onsale:problem:%s","title":"%s","status":%d,"detail":"%s","code":"%s","traceId":"%s"}\
        """
                .formatted(code, title, status, detail, code, traceId)
                .getBytes(StandardCharsets.UTF_8);
    }
}
