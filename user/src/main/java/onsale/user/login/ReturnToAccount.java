package onsale.user.login;

import java.time.Clock;
import java.util.Arrays;
import java.util.UUID;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.PersonalData;
import onsale.user.identity.Identities;
import onsale.user.identity.Identity;

/**
 * Brings an account back for somebody who knows its password: a dormant one after an identity check
 * of its owner, a deleted one until its personal data is gone.
 */
public final class ReturnToAccount {

    /** The result of an identity check. */
    enum Checked {
        OWNER,
        NOT_VERIFIED,
        OTHER_PERSON,
        UNAVAILABLE
    }

    private final AccountStore accounts;
    private final PersonalData personal;
    private final Identities identities;
    private final Clock clock;

    public ReturnToAccount(
            AccountStore accounts, PersonalData personal, Identities identities, Clock clock) {
        this.accounts = accounts;
        this.personal = personal;
        this.identities = identities;
        this.clock = clock;
    }

    /** Asks the provider, so no transaction is open. */
    Checked check(Account account, String verificationId) {
        return switch (identities.find(verificationId)) {
            case Identity.NotVerified _ -> Checked.NOT_VERIFIED;
            case Identity.Unavailable _ -> Checked.UNAVAILABLE;
            case Identity.Verified verified ->
                    Arrays.equals(personal.ciHash(verified.ci()), account.ciHash())
                            ? Checked.OWNER
                            : Checked.OTHER_PERSON;
        };
    }

    /** Joins the transaction of the login; false if the verification was used before. */
    boolean wake(UUID userId, String verificationId) {
        if (!identities.use(verificationId)) {
            return false;
        }
        accounts.wake(userId, clock.instant());
        return true;
    }

    /** Joins the transaction of the login; false if it is too late. */
    boolean restore(UUID userId) {
        return accounts.reopen(userId, clock.instant());
    }
}
