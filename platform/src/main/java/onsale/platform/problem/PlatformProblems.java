package onsale.platform.problem;

import java.time.Duration;

/** Problems that any call can have, whatever its context. */
public final class PlatformProblems {

    /** After which a client may try again when something is down or busy. */
    public static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    public static final ProblemCode BAD_REQUEST =
            new ProblemCode("platform.bad_request", 400, "The request is not valid");
    public static final ProblemCode UNREADABLE =
            new ProblemCode("platform.unreadable", 400, "The body cannot be read");
    public static final ProblemCode INVALID =
            new ProblemCode("platform.invalid", 400, "Some values are missing or not acceptable");
    public static final ProblemCode NOT_SIGNED_IN =
            new ProblemCode("platform.not_signed_in", 401, "Not signed in");
    public static final ProblemCode NOT_ALLOWED =
            new ProblemCode("platform.not_allowed", 403, "Not allowed");
    public static final ProblemCode NOT_FOUND =
            new ProblemCode("platform.not_found", 404, "There is no such thing");
    public static final ProblemCode METHOD_NOT_ALLOWED =
            new ProblemCode("platform.method_not_allowed", 405, "The method is not allowed here");
    public static final ProblemCode NOT_ACCEPTABLE =
            new ProblemCode("platform.not_acceptable", 406, "No answer of an acceptable type");
    public static final ProblemCode TOO_LARGE =
            new ProblemCode("platform.too_large", 413, "The request is too large");
    public static final ProblemCode UNSUPPORTED_MEDIA_TYPE =
            new ProblemCode("platform.unsupported_media_type", 415, "The media type is not known");
    public static final ProblemCode TOO_MANY =
            new ProblemCode("platform.too_many", 429, "Too many requests");
    public static final ProblemCode INTERNAL =
            new ProblemCode("platform.internal", 500, "Something went wrong on our side");
    public static final ProblemCode UNAVAILABLE =
            new ProblemCode("platform.unavailable", 503, "Not available right now");
    public static final ProblemCode TIMEOUT =
            new ProblemCode("platform.timeout", 503, "It took too long");

    private PlatformProblems() {}

    /** Never says what went wrong: that stands in the log, under the trace id. */
    public static Problem internal() {
        return Problem.of(
                INTERNAL, "Try again in a moment; if it does not help, tell support the trace id.");
    }

    public static Problem unavailable() {
        return Problem.of(UNAVAILABLE, "Try again in a moment.").retryIn(RETRY_AFTER);
    }

    /** For a status that somebody else chose: a filter, the framework, the server. */
    public static Problem ofStatus(int status) {
        return switch (status) {
            case 400 -> Problem.of(BAD_REQUEST, "Correct the request and send it again.");
            case 401 -> Problem.of(NOT_SIGNED_IN, "Sign in and send the request again.");
            case 403 -> Problem.of(NOT_ALLOWED, "This needs other rights than yours.");
            case 404 -> Problem.of(NOT_FOUND, "Check the address.");
            case 405 -> Problem.of(METHOD_NOT_ALLOWED, "Use a method that is allowed here.");
            case 406 -> Problem.of(NOT_ACCEPTABLE, "Accept application/json.");
            case 413 -> Problem.of(TOO_LARGE, "Send less at once.");
            case 415 -> Problem.of(UNSUPPORTED_MEDIA_TYPE, "Send application/json.");
            case 429 -> Problem.of(TOO_MANY, "Wait a moment.").retryIn(RETRY_AFTER);
            case 503 -> unavailable();
            case 500 -> internal();
            default ->
                    Problem.of(
                            new ProblemCode(
                                    "platform.http_" + status,
                                    status,
                                    "The request cannot be served like this"),
                            "Correct the request and send it again.");
        };
    }
}
