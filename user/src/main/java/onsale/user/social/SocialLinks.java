package onsale.user.social;

import java.time.Clock;
import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.PersonalData;
import onsale.user.identity.Identities;
import onsale.user.identity.Identity;
import onsale.user.signup.SignUp;
import onsale.user.social.SocialStore.Link;
import onsale.user.social.SocialStore.Use;
import org.jspecify.annotations.Nullable;

/**
 * Links a provider's login to an account: to a new one at a sign-up, or to the account of a person
 * who has just verified their identity. Nothing else links, so one person still has one account.
 */
public final class SocialLinks {

    /** The outcome of a link to an account that exists. */
    public sealed interface Outcome {
        record Linked() implements Outcome {}

        record NotProven() implements Outcome {}

        record NotVerified() implements Outcome {}

        /** The verified person has no account. */
        record NoAccount() implements Outcome {}

        /** That login, or another one of the provider, is linked already. */
        record Taken() implements Outcome {}

        record ProviderUnavailable() implements Outcome {}
    }

    /** The outcome of a sign-up. */
    public sealed interface SignedUp {
        record Answered(SignUp.Outcome outcome) implements SignedUp {}

        record NotProven() implements SignedUp {}
    }

    private final Database database;
    private final SocialLogin login;
    private final SocialStore store;
    private final SignUp signUp;
    private final AccountStore accounts;
    private final PersonalData personal;
    private final Identities identities;
    private final Clock clock;

    public SocialLinks(
            Database database,
            SocialLogin login,
            SocialStore store,
            SignUp signUp,
            AccountStore accounts,
            PersonalData personal,
            Identities identities,
            Clock clock) {
        this.database = database;
        this.login = login;
        this.store = store;
        this.signUp = signUp;
        this.accounts = accounts;
        this.personal = personal;
        this.identities = identities;
        this.clock = clock;
    }

    /** Creates an account without a password. Its owner can set one by a reset. */
    public SignedUp signUp(@Nullable String sealedProof, SignUp.Command command) {
        @Nullable Proof proof = login.proof(sealedProof);
        if (proof == null) {
            return new SignedUp.NotProven();
        }
        return new SignedUp.Answered(
                signUp.run(command, userId -> linkNew(userId, proof, command.email())));
    }

    private boolean linkNew(UUID userId, Proof proof, String email) {
        if (!store.use(proof, Use.LINK) || !store.link(userId, proof)) {
            return false;
        }
        if (proof.emailVerified()
                && PersonalData.normalEmail(proof.email())
                        .equals(PersonalData.normalEmail(email))) {
            accounts.setEmailVerified(userId);
        }
        return true;
    }

    /** Links to the account of the verified person. A dormant account is active again. */
    public Outcome connect(@Nullable String sealedProof, String verificationId) {
        @Nullable Proof proof = login.proof(sealedProof);
        if (proof == null) {
            return new Outcome.NotProven();
        }
        return switch (identities.find(verificationId)) {
            case Identity.NotVerified _ -> new Outcome.NotVerified();
            case Identity.Unavailable _ -> new Outcome.ProviderUnavailable();
            case Identity.Verified verified ->
                    accounts.byPerson(personal.ciHash(verified.ci()))
                            .map(account -> connect(account, proof, verificationId))
                            .orElseGet(Outcome.NoAccount::new);
        };
    }

    private Outcome connect(Account account, Proof proof, String verificationId) {
        return database.inTransaction(() -> {
            if (!identities.use(verificationId)) {
                return new Outcome.NotVerified();
            }
            if (!store.use(proof, Use.LINK)) {
                return new Outcome.NotProven();
            }
            if (!store.link(account.id(), proof)) {
                return new Outcome.Taken();
            }
            accounts.wake(account.id(), clock.instant());
            return new Outcome.Linked();
        });
    }

    public List<Link> of(UUID userId) {
        return store.of(userId);
    }

    /** Returns false if there is no such link. The caller has asked for the password. */
    public boolean unlink(UUID userId, Provider provider) {
        return store.unlink(userId, provider);
    }
}
