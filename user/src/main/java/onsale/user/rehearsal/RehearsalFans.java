package onsale.user.rehearsal;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.user.account.Account;
import onsale.user.account.AccountStore;
import onsale.user.account.PersonalData;
import onsale.user.session.SessionStore;
import onsale.user.session.Sessions;
import onsale.user.token.AccessTokenIssuer;

/**
 * Creates and removes the fans of a rehearsal in bulk: accounts without a password, each with an
 * access token. All tokens of one rehearsal belong to one session, so that its end voids all of
 * them.
 */
public final class RehearsalFans {

    private static final int DELETED_AT_ONCE = 5_000;

    record Fan(UUID userId, String accessToken) {
        @Override
        public String toString() {
            return "Fan " + userId; // tokens must not reach a log
        }
    }

    /** The outcome of creating fans. */
    sealed interface Outcome {
        record Created(UUID rehearsalId, List<Fan> fans) implements Outcome {}

        record TooMany(int fansMax) implements Outcome {}

        /** The account of the administrator no longer exists. */
        record UnknownAdministrator() implements Outcome {}
    }

    private final Database database;
    private final RehearsalStore store;
    private final AccountStore accounts;
    private final SessionStore sessionStore;
    private final Sessions sessions;
    private final PersonalData personal;
    private final AccessTokenIssuer issuer;
    private final Ids ids;
    private final int fansMax;

    public RehearsalFans(
            Database database,
            RehearsalStore store,
            AccountStore accounts,
            SessionStore sessionStore,
            Sessions sessions,
            PersonalData personal,
            AccessTokenIssuer issuer,
            Ids ids,
            RehearsalSettings settings) {
        this.database = database;
        this.store = store;
        this.accounts = accounts;
        this.sessionStore = sessionStore;
        this.sessions = sessions;
        this.personal = personal;
        this.issuer = issuer;
        this.ids = ids;
        this.fansMax = settings.fansMax();
    }

    Outcome create(UUID adminId, int count) {
        if (accounts.byId(adminId).isEmpty()) {
            return new Outcome.UnknownAdministrator();
        }
        UUID rehearsal = ids.next();
        List<UUID> fans = Stream.generate(ids::next).limit(count).toList();
        boolean hasRoom =
                database.inTransaction(() -> {
                    if (store.lockAndCount() + count > fansMax) {
                        return false;
                    }
                    sessionStore.insertSession(rehearsal, adminId, false);
                    store.insert(rehearsal, fans);
                    return true;
                });
        // signing takes a while, so it is not in the transaction
        return hasRoom
                ? new Outcome.Created(
                        rehearsal,
                        fans.stream().map(id -> new Fan(id, token(id, rehearsal))).toList())
                : new Outcome.TooMany(fansMax);
    }

    private String token(UUID id, UUID rehearsal) {
        byte[] ciHash = personal.ciHash(RehearsalStore.ci(id));
        return issuer.issue(Account.withoutPassword(id, ciHash, CurrentUser.USER), rehearsal);
    }

    /** Removes the fans of all rehearsals and returns their number; voids their tokens first. */
    int remove() {
        int removed = 0;
        for (UUID rehearsal : store.rehearsals()) {
            sessions.end(rehearsal);
            int deleted;
            do {
                deleted = store.delete(rehearsal, DELETED_AT_ONCE);
                removed += deleted;
            } while (deleted > 0);
        }
        return removed;
    }
}
