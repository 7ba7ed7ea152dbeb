package onsale.edge.front.request;

import java.time.Duration;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;

/** Why the front refuses a request. The texts never repeat anything that the client sent. */
public enum Refusal {
    BAD_REQUEST(400, "bad_request", "Bad Request", "The request is not valid HTTP."),
    BAD_TARGET(400, "bad_target", "Bad Request", "Check the path and its escapes."),
    BAD_HOST(400, "bad_host", "Bad Request", "Name exactly one valid host."),
    NOT_FOUND(404, "not_found", "Not Found", "There is nothing here."),
    METHOD_NOT_ALLOWED(405, "method_not_allowed", "Method Not Allowed", "Use another method."),
    TOO_SLOW(408, "request_timeout", "Request Timeout", "It took too long to arrive. Send again."),
    BODY_TOO_LARGE(PlatformProblems.ofStatus(413)),
    TARGET_TOO_LONG(414, "target_too_long", "URI Too Long", "Shorten the address."),
    EXPECTATION_FAILED(
            417, "expectation_failed", "Expectation Failed", "Expect nothing but 100-continue."),
    HEADERS_TOO_LARGE(
            431, "headers_too_large", "Request Header Fields Too Large", "Send fewer headers."),
    INTERNAL(500, "internal", "Internal Server Error", "Something went wrong here. Try again."),
    VERSION_NOT_SUPPORTED(
            505, "version_not_supported", "HTTP Version Not Supported", "Use HTTP/1.1 or HTTP/2."),
    BUSY(503, "busy", "Service Unavailable", "Too many requests at once. Try again in a moment."),
    TOO_MANY_STREAMS(
            503, "too_many_streams", "Service Unavailable", "Too many open streams. Try later.");

    private final Problem problem;

    Refusal(Problem problem) {
        this.problem = problem;
    }

    Refusal(int status, String code, String title, String detail) {
        Problem plain = Problem.of(new ProblemCode("edge." + code, status, title), detail);
        this.problem = status == 503 ? plain.retryIn(retryAfter(code)) : plain;
    }

    private static Duration retryAfter(String code) {
        return Duration.ofSeconds(code.equals("busy") ? 1 : 5);
    }

    public Problem problem() {
        return problem;
    }
}
