package onsale.catalog;

import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemException;

/** What a decision ends with: what was asked for, or the problem that says why not. */
sealed interface Outcome<T> {

    record Done<T>(T value) implements Outcome<T> {}

    /** Nothing has been changed. */
    record Refused<T>(Problem problem) implements Outcome<T> {}

    /** For the controller: the problem is the request's answer. */
    default T orProblem() {
        return switch (this) {
            case Done<T> done -> done.value();
            case Refused<T> refused -> throw new ProblemException(refused.problem());
        };
    }
}
