package onsale.ops;

import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;

/** The problems of this context. */
final class OpsProblems {

    /** The codes as text, for {@link ProblemCodes}. */
    static final class Codes {

        static final String NO_REPAIR = "ops.no_repair";
        static final String NO_EVENT = "ops.no_event";

        private Codes() {}
    }

    static final ProblemCode NO_REPAIR =
            new ProblemCode(Codes.NO_REPAIR, 409, "This is not repaired by a call");

    static final ProblemCode NO_EVENT =
            new ProblemCode(Codes.NO_EVENT, 404, "There is no such event");

    private OpsProblems() {}
}
