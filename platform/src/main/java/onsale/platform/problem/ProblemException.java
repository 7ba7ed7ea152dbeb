package onsale.platform.problem;

import java.util.List;
import java.util.Map;

/**
 * Ends a request with a problem. It is thrown by handlers and by code that cannot return an
 * outcome. It is an answer and not a bug, so it has no stack trace and is not logged.
 */
public final class ProblemException extends RuntimeException {

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.code().code() + ": " + problem.detail(), null, false, false);
        this.problem = problem;
    }

    public ProblemException(ProblemCode code, String detail) {
        this(Problem.of(code, detail));
    }

    public ProblemException(ProblemCode code, String detail, Map<String, Object> extras) {
        this(new Problem(code, detail, List.of(), extras, null));
    }

    public Problem problem() {
        return problem;
    }
}
