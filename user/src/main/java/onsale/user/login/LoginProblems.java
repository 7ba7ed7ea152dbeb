package onsale.user.login;

import java.time.Duration;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemException;
import onsale.user.UserProblems;
import onsale.user.botcheck.BotCheckProblems;
import onsale.user.factor.SecondFactor.Check;
import onsale.user.login.Login.Outcome;

/** The problems of a login. */
public final class LoginProblems {

    private LoginProblems() {}

    /** Returns the new session, or throws the problem that says why there is none. */
    public static Outcome.SignedIn signedIn(Outcome outcome) {
        return switch (outcome) {
            case Outcome.SignedIn in -> in;
            case Outcome.Wrong _ ->
                    throw problem(UserProblems.WRONG_CREDENTIALS, "Check both and try again.");
            case Outcome.Locked _ ->
                    throw problem(UserProblems.LOCKED, "Ask support to unlock it.");
            case Outcome.Dormant _ ->
                    throw problem(UserProblems.DORMANT, "Verify your identity to reactivate it.");
            case Outcome.Leaving leaving ->
                    throw Problem.of(
                                    UserProblems.LEAVING,
                                    "Sign in with the wish to restore it, to keep it.")
                            .with("purgeAt", leaving.purgeAt())
                            .exception();
            case Outcome.NotVerified _ ->
                    throw problem(UserProblems.NOT_VERIFIED, "Verify your identity and try again.");
            case Outcome.OtherPerson _ ->
                    throw problem(
                            UserProblems.NOT_THEIR_ACCOUNT,
                            "Verify the person to whom the account belongs.");
            case Outcome.ProviderUnavailable _ ->
                    throw UserProblems.retryLater(
                            UserProblems.IDENTITY_UNAVAILABLE, "Try again in a moment.");
            case Outcome.Delayed delayed ->
                    throw Problem.of(
                                    UserProblems.TOO_MANY_TRIES,
                                    "Wait, then try again with the right password.")
                            .retryIn(delayed.duration())
                            .exception();
            case Outcome.CodeNeeded _ ->
                    throw problem(
                            UserProblems.CODE_REQUIRED,
                            "Send the code of your authenticator app, or a recovery code.");
            case Outcome.CodeRefused refused -> throw code(refused.why());
            case Outcome.NotChecked not -> throw BotCheckProblems.of(not.result());
            case Outcome.Busy _ -> throw UserProblems.busy();
        };
    }

    /** Why a one-time code does not count. */
    public static ProblemException code(Check why) {
        return why instanceof Check.Delayed(Duration duration)
                ? Problem.of(UserProblems.TOO_MANY_TRIES, "Wait, then try again with a new code.")
                        .retryIn(duration)
                        .exception()
                : problem(UserProblems.CODE_WRONG, "Send the newest code; each is good once.");
    }

    private static ProblemException problem(ProblemCode code, String detail) {
        return Problem.of(code, detail).exception();
    }
}
