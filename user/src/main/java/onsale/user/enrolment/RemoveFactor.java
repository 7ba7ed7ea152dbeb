package onsale.user.enrolment;

import java.util.Optional;
import java.util.UUID;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.factor.SecondFactor;
import onsale.user.factor.SecondFactor.Check;
import onsale.user.login.LoginDelays;
import onsale.user.login.LoginDelays.Decision;
import org.jspecify.annotations.Nullable;

/** Switches the second factor off for who knows the password and has a code. */
public final class RemoveFactor {

    /** The outcome of switching it off. */
    public sealed interface Outcome {
        record Removed() implements Outcome {}

        record WrongPassword() implements Outcome {}

        record Refused(Check why) implements Outcome {}

        record Busy() implements Outcome {}
    }

    private final AccountStore accounts;
    private final Passwords passwords;
    private final LoginDelays delays;
    private final SecondFactor factor;

    public RemoveFactor(
            AccountStore accounts, Passwords passwords, LoginDelays delays, SecondFactor factor) {
        this.accounts = accounts;
        this.passwords = passwords;
        this.delays = delays;
        this.factor = factor;
    }

    public Outcome run(UUID userId, String password, String code) {
        if (!factor.isOn(userId)) {
            return new Outcome.Refused(new Check.NotEnrolled());
        }
        Optional<Account> account = accounts.byId(userId).filter(Account::isActive);
        try (@Nullable Permit permit = passwords.tryAcquire()) {
            if (permit == null) {
                return new Outcome.Busy();
            }
            return switch (delays.decideForOwner(userId)) {
                case Decision.Wait wait -> new Outcome.Refused(new Check.Delayed(wait.duration()));
                case Decision.Allowed attempt
                        when !permit.matches(
                                password, account.map(Account::passwordHash).orElse(null)) -> {
                    delays.failed(attempt);
                    yield new Outcome.WrongPassword();
                }
                case Decision.Allowed attempt -> {
                    delays.succeeded(attempt);
                    yield remove(userId, code);
                }
            };
        } catch (Passwords.Busy e) {
            return new Outcome.Busy();
        }
    }

    private Outcome remove(UUID userId, String code) {
        return switch (factor.remove(userId, code)) {
            case Check.Right _ -> new Outcome.Removed();
            case Check refused -> new Outcome.Refused(refused);
        };
    }
}
