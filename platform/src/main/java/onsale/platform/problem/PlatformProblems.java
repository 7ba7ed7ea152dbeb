package onsale.platform.problem;

import java.time.Duration;

/** Problems that any request can have, whatever its context. */
public final class PlatformProblems {

    /** The time after which a client may try again when a server is down or busy. */
    public static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    /** The codes as text, for {@link ProblemCodes}. */
    public static final class Codes {

        public static final String BAD_REQUEST = "platform.bad_request";
        public static final String UNREADABLE = "platform.unreadable";
        public static final String INVALID = "platform.invalid";
        public static final String NOT_SIGNED_IN = "platform.not_signed_in";
        public static final String NOT_ALLOWED = "platform.not_allowed";
        public static final String NOT_FOUND = "platform.not_found";
        public static final String METHOD_NOT_ALLOWED = "platform.method_not_allowed";
        public static final String NOT_ACCEPTABLE = "platform.not_acceptable";
        public static final String TOO_LARGE = "platform.too_large";
        public static final String UNSUPPORTED_MEDIA_TYPE = "platform.unsupported_media_type";
        public static final String TOO_MANY = "platform.too_many";
        public static final String INTERNAL = "platform.internal";
        public static final String UNAVAILABLE = "platform.unavailable";
        public static final String TIMEOUT = "platform.timeout";

        private Codes() {}
    }

    public static final ProblemCode BAD_REQUEST =
            new ProblemCode(Codes.BAD_REQUEST, 400, "The request is not valid");
    public static final ProblemCode UNREADABLE =
            new ProblemCode(Codes.UNREADABLE, 400, "The body cannot be read");
    public static final ProblemCode INVALID =
            new ProblemCode(Codes.INVALID, 400, "Some values are missing or not acceptable");
    public static final ProblemCode NOT_SIGNED_IN =
            new ProblemCode(Codes.NOT_SIGNED_IN, 401, "Not signed in");
    public static final ProblemCode NOT_ALLOWED =
            new ProblemCode(Codes.NOT_ALLOWED, 403, "Not allowed");
    public static final ProblemCode NOT_FOUND =
            new ProblemCode(Codes.NOT_FOUND, 404, "There is no such thing");
    public static final ProblemCode METHOD_NOT_ALLOWED =
            new ProblemCode(Codes.METHOD_NOT_ALLOWED, 405, "The method is not allowed here");
    public static final ProblemCode NOT_ACCEPTABLE =
            new ProblemCode(Codes.NOT_ACCEPTABLE, 406, "No answer of an acceptable type");
    public static final ProblemCode TOO_LARGE =
            new ProblemCode(Codes.TOO_LARGE, 413, "The request is too large");
    public static final ProblemCode UNSUPPORTED_MEDIA_TYPE =
            new ProblemCode(Codes.UNSUPPORTED_MEDIA_TYPE, 415, "The media type is not known");
    public static final ProblemCode TOO_MANY =
            new ProblemCode(Codes.TOO_MANY, 429, "Too many requests");
    public static final ProblemCode INTERNAL =
            new ProblemCode(Codes.INTERNAL, 500, "Something went wrong on our side");
    public static final ProblemCode UNAVAILABLE =
            new ProblemCode(Codes.UNAVAILABLE, 503, "Not available right now");
    public static final ProblemCode TIMEOUT =
            new ProblemCode(Codes.TIMEOUT, 503, "It took too long");

    private PlatformProblems() {}

    /** A bug or an unknown failure. The cause is logged under the trace id, and never sent. */
    public static Problem internal() {
        return Problem.of(
                INTERNAL, "Try again in a moment; if it does not help, tell support the trace id.");
    }

    public static Problem unavailable() {
        return Problem.of(UNAVAILABLE, "Try again in a moment.").retryIn(RETRY_AFTER);
    }

    /** The problem for a status that a filter, the framework or the server chose. */
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
