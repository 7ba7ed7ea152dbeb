package onsale.user.password;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemException;
import onsale.user.UserProblems;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.login.LoginDelays;
import onsale.user.login.LoginDelays.Decision;
import org.jspecify.annotations.Nullable;

/** Asks a signed-in user for the present password, before something that a thief must not do. */
public final class ConfirmPassword {

    /** The outcome of giving the present password. */
    public sealed interface Outcome {
        record Right(Account account) implements Outcome {}

        record Wrong() implements Outcome {}

        /** Too many wrong passwords were given; this one was not checked. */
        record Delayed(Duration duration) implements Outcome {}

        record Busy() implements Outcome {}

        /** The account is no longer active. */
        record Gone() implements Outcome {}
    }

    private final AccountStore accounts;
    private final Passwords passwords;
    private final LoginDelays delays;

    public ConfirmPassword(AccountStore accounts, Passwords passwords, LoginDelays delays) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.delays = delays;
    }

    public Outcome run(UUID userId, String password) {
        try (@Nullable Permit permit = passwords.tryAcquire()) {
            if (permit == null) {
                return new Outcome.Busy();
            }
            Optional<Account> account = accounts.byId(userId).filter(Account::isActive);
            if (account.isEmpty()) {
                return new Outcome.Gone();
            }
            return switch (delays.decideForOwner(userId)) {
                case Decision.Wait wait -> new Outcome.Delayed(wait.duration());
                case Decision.Allowed attempt
                        when !permit.matches(password, account.get().passwordHash()) -> {
                    delays.failed(attempt);
                    yield new Outcome.Wrong();
                }
                case Decision.Allowed attempt -> {
                    delays.succeeded(attempt);
                    yield new Outcome.Right(account.get());
                }
            };
        } catch (Passwords.Busy e) {
            return new Outcome.Busy();
        }
    }

    /** Returns the account, or throws the problem that says why it is not confirmed. */
    public static Account account(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Right right -> right.account();
            case Outcome.Wrong _ ->
                    throw Problem.of(UserProblems.WRONG_PASSWORD, "Give your present password.")
                            .exception();
            case Outcome.Delayed delayed -> throw delayed(delayed.duration());
            case Outcome.Busy _ -> throw UserProblems.busy();
            case Outcome.Gone _ -> throw PlatformProblems.ofStatus(401).exception();
        };
    }

    private static ProblemException delayed(Duration wait) {
        return Problem.of(
                        UserProblems.TOO_MANY_TRIES,
                        "Wait, then try again with the right password.")
                .retryIn(wait)
                .exception();
    }
}
