package onsale.user.session;

import java.time.Duration;
import onsale.platform.problem.Problem;
import onsale.user.UserProblems;
import onsale.user.session.RefreshSession.Outcome;

/** The problems of a refresh. */
public final class RefreshProblems {

    private RefreshProblems() {}

    /** Returns the new tokens, or throws the problem that says why there are none. */
    public static Tokens tokens(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Refreshed refreshed -> refreshed.tokens();
            case Outcome.Over _, Outcome.Reused _ ->
                    throw Problem.of(UserProblems.SESSION_OVER, "Sign in again.").exception();
            case Outcome.TooOften _ ->
                    throw Problem.of(UserProblems.TOO_MANY_REFRESHES, "Use the tokens you have.")
                            .retryIn(Duration.ofMinutes(1))
                            .exception();
        };
    }
}
