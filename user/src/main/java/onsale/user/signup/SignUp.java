package onsale.user.signup;

import java.util.List;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.user.account.AccountStore;
import onsale.user.account.NewAccount;
import onsale.user.account.PasswordRules;
import onsale.user.account.Passwords;
import onsale.user.account.Passwords.Permit;
import onsale.user.account.PersonalData;
import onsale.user.attempt.Origin;
import onsale.user.botcheck.BotCheck;
import onsale.user.botcheck.BotCheck.Result;
import onsale.user.email.VerifyEmail;
import onsale.user.identity.Identities;
import onsale.user.identity.Identity;
import onsale.user.terms.Terms;
import onsale.user.terms.Terms.Judgement;
import onsale.user.terms.TermsStore;
import org.jspecify.annotations.Nullable;

/**
 * Creates an account for a person whose identity the provider has verified, with the name and phone
 * number that were verified. Everything slow comes first; then one transaction, in which unique
 * indexes decide whether the e-mail and the person are new. That an e-mail is taken is told only to
 * someone who has verified an identity, so that nobody can try addresses in bulk.
 */
public final class SignUp {

    /**
     * A wish for an account.
     *
     * @param password null for an account that another proof opens
     */
    public record Command(
            String email,
            @Nullable String password,
            String identityVerificationId,
            List<Terms.Agreement> terms,
            Origin origin) {
        @Override
        public String toString() {
            return "SignUp.Command"; // personal data must not reach a log
        }
    }

    /** The outcome of a sign-up. */
    public sealed interface Outcome {
        record Created(UUID userId) implements Outcome {}

        record TermsMissing() implements Outcome {}

        record TermsNotInForce() implements Outcome {}

        record PasswordUnfit() implements Outcome {}

        /** The bot check was not passed. */
        record NotChecked(Result result) implements Outcome {}

        record NotVerified() implements Outcome {}

        record ProviderUnavailable() implements Outcome {}

        record Busy() implements Outcome {}

        record EmailTaken() implements Outcome {}

        record PersonHasAccount() implements Outcome {}

        /** What the account should be linked to is linked already. */
        record LinkTaken() implements Outcome {}
    }

    /** Links the new account to another proof of its owner, in the transaction of the sign-up. */
    public interface Link {
        /** Returns false if it is linked already. */
        boolean to(UUID userId);
    }

    /** Rolls the transaction back. */
    private static final class LinkRefused extends RuntimeException {}

    private final Database database;
    private final AccountStore accounts;
    private final TermsStore termsStore;
    private final BotCheck botCheck;
    private final Identities identities;
    private final Passwords passwords;
    private final Ids ids;
    private final VerifyEmail verifyEmail;

    public SignUp(
            Database database,
            AccountStore accounts,
            TermsStore termsStore,
            BotCheck botCheck,
            Identities identities,
            Passwords passwords,
            Ids ids,
            VerifyEmail verifyEmail) {
        this.database = database;
        this.accounts = accounts;
        this.termsStore = termsStore;
        this.botCheck = botCheck;
        this.identities = identities;
        this.passwords = passwords;
        this.ids = ids;
        this.verifyEmail = verifyEmail;
    }

    /** Creates an account with a password. */
    public Outcome run(Command command) {
        return run(command, userId -> true);
    }

    /** Creates an account and links it. */
    public Outcome run(Command command, Link link) {
        switch (Terms.judge(termsStore.inForce(), command.terms())) {
            case Judgement.Insufficient _ -> {
                return new Outcome.TermsMissing();
            }
            case Judgement.NotInForce _ -> {
                return new Outcome.TermsNotInForce();
            }
            case Judgement.Accepted _ -> {}
        }
        if (!allowsPassword(command, "")) {
            return new Outcome.PasswordUnfit();
        }
        Result result = botCheck.check(command.origin());
        if (result != Result.PASSED) {
            return new Outcome.NotChecked(result);
        }
        return switch (identities.find(command.identityVerificationId())) {
            case Identity.NotVerified _ -> new Outcome.NotVerified();
            case Identity.Unavailable _ -> new Outcome.ProviderUnavailable();
            case Identity.Verified verified when !allowsPassword(command, verified.name()) ->
                    new Outcome.PasswordUnfit();
            case Identity.Verified verified -> create(command, verified, link);
        };
    }

    private static boolean allowsPassword(Command command, String name) {
        @Nullable String password = command.password();
        return password == null || PasswordRules.allows(password, command.email(), name);
    }

    private Outcome create(Command command, Identity.Verified verified, Link link) {
        @Nullable String password = command.password();
        @Nullable String passwordHash = null;
        if (password != null) {
            try (@Nullable Permit permit = passwords.tryAcquire()) {
                if (permit == null) {
                    return new Outcome.Busy();
                }
                passwordHash = permit.hash(password);
            } catch (Passwords.Busy e) {
                return new Outcome.Busy();
            }
        }
        NewAccount account =
                new NewAccount(
                        ids.next(),
                        PersonalData.normalEmail(command.email()),
                        passwordHash,
                        verified.name(),
                        verified.phone(),
                        verified.ci(),
                        verified.di(),
                        CurrentUser.USER);
        try {
            return store(account, command, link);
        } catch (LinkRefused e) {
            return new Outcome.LinkTaken();
        }
    }

    private Outcome store(NewAccount account, Command command, Link link) {
        return database.inTransaction(() -> {
            if (accounts.insert(account)) {
                if (!link.to(account.id())) {
                    throw new LinkRefused();
                }
                termsStore.insert(account.id(), command.terms());
                identities.use(command.identityVerificationId());
                verifyEmail.ask(account.id());
                return new Outcome.Created(account.id());
            }
            return accounts.personExists(account.ci())
                    ? new Outcome.PersonHasAccount()
                    : new Outcome.EmailTaken();
        });
    }
}
