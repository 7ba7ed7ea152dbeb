package onsale.user;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.platform.Ids;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.user.Account.Status;

/**
 * Fans for a rehearsal, many at a time: accounts without a password, each with an access token. All
 * tokens of one call belong to one session, so that removing the fans voids every token at once.
 */
final class RehearsalFans {

    private static final int DELETED_AT_ONCE = 5_000;

    record Fan(UUID userId, String accessToken) {
        @Override
        public String toString() {
            return "Fan " + userId; // never a token in a log
        }
    }

    sealed interface Outcome {
        record Created(UUID rehearsalId, List<Fan> fans) implements Outcome {}

        record TooMany(int fansMax) implements Outcome {}

        /** The administrator's account is gone. */
        record NobodyAsks() implements Outcome {}
    }

    private final Database database;
    private final RehearsalStore store;
    private final UserStore users;
    private final SessionStore sessionStore;
    private final Sessions sessions;
    private final PersonalData personal;
    private final AccessTokenIssuer issuer;
    private final Ids ids;
    private final int fansMax;

    RehearsalFans(
            Database database,
            RehearsalStore store,
            UserStore users,
            SessionStore sessionStore,
            Sessions sessions,
            PersonalData personal,
            AccessTokenIssuer issuer,
            Ids ids,
            RehearsalSettings settings) {
        this.database = database;
        this.store = store;
        this.users = users;
        this.sessionStore = sessionStore;
        this.sessions = sessions;
        this.personal = personal;
        this.issuer = issuer;
        this.ids = ids;
        this.fansMax = settings.fansMax();
    }

    Outcome create(UUID adminId, int count) {
        if (users.byId(adminId).isEmpty()) {
            return new Outcome.NobodyAsks();
        }
        UUID rehearsal = ids.next();
        List<UUID> fans = Stream.generate(ids::next).limit(count).toList();
        boolean room =
                database.inTransaction(() -> {
                    if (store.countAlone() + count > fansMax) {
                        return false;
                    }
                    sessionStore.insertFamily(rehearsal, adminId);
                    store.insert(rehearsal, fans);
                    return true;
                });
        // signing takes a while: not in the transaction
        return room
                ? new Outcome.Created(
                        rehearsal,
                        fans.stream().map(id -> new Fan(id, token(id, rehearsal))).toList())
                : new Outcome.TooMany(fansMax);
    }

    private String token(UUID id, UUID rehearsal) {
        byte[] person = personal.ciHash(RehearsalStore.ci(id));
        return issuer.issue(
                new Account(id, person, null, CurrentUser.USER, Status.ACTIVE), rehearsal);
    }

    /** All of them, whoever created them; how many. Their tokens are void before they are gone. */
    int remove() {
        int removed = 0;
        for (UUID rehearsal : store.rehearsals()) {
            sessions.end(rehearsal);
            int some;
            do {
                some = store.delete(rehearsal, DELETED_AT_ONCE);
                removed += some;
            } while (some > 0);
        }
        return removed;
    }
}
