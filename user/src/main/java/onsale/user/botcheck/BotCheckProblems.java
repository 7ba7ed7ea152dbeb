package onsale.user.botcheck;

import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemException;
import onsale.user.UserProblems;
import onsale.user.botcheck.BotCheck.Result;

/** The problems of a bot check that was not passed. */
public final class BotCheckProblems {

    private BotCheckProblems() {}

    public static ProblemException of(Result result) {
        return switch (result) {
            case MISSING ->
                    Problem.of(
                                    UserProblems.CHALLENGE_REQUIRED,
                                    "Ask for a challenge, solve it and send the answer along.")
                            .exception();
            case FAILED ->
                    Problem.of(
                                    UserProblems.CHALLENGE_FAILED,
                                    "Ask for another challenge; each is good once and not for long.")
                            .exception();
            case UNAVAILABLE ->
                    UserProblems.retryLater(
                            UserProblems.CHALLENGE_UNAVAILABLE, "Try again in a moment.");
            case PASSED -> throw new IllegalArgumentException("a passed check is no problem");
        };
    }
}
