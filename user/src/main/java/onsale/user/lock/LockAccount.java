package onsale.user.lock;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.user.account.Account;
import onsale.user.account.Account.Status;
import onsale.user.account.AccountStore;
import onsale.user.session.SessionStore.Reason;
import onsale.user.session.Sessions;

/**
 * Locks and unlocks accounts of fans, and ends their sessions. Staff are not locked here: the
 * command that takes their role away ends their sessions too.
 */
public final class LockAccount {

    /** The outcome of locking, unlocking or signing out. */
    public sealed interface Outcome {
        record Done(Status status) implements Outcome {}

        record NoAccount() implements Outcome {}

        record IsStaff() implements Outcome {}

        /** The account is dormant or closed. */
        record NotInUse() implements Outcome {}
    }

    private final Database database;
    private final AccountStore accounts;
    private final Sessions sessions;
    private final AuditTrail audit;

    public LockAccount(
            Database database, AccountStore accounts, Sessions sessions, AuditTrail audit) {
        this.database = database;
        this.accounts = accounts;
        this.sessions = sessions;
        this.audit = audit;
    }

    public Outcome lock(Actor operator, UUID userId) {
        return change(operator, userId, Status.INACTIVE);
    }

    public Outcome unlock(Actor operator, UUID userId) {
        return change(operator, userId, Status.ACTIVE);
    }

    /** Ends all sessions of the account, which stays as it is. */
    public Outcome signOut(Actor operator, UUID userId) {
        Optional<Account> account = accounts.byId(userId);
        if (account.isEmpty()) {
            return new Outcome.NoAccount();
        }
        List<UUID> ended =
                database.inTransaction(() -> {
                    audit.record(operator, "account.sign_out", userId.toString(), null, null);
                    return sessions.revokeAll(userId, null, Reason.WITHDRAWN);
                });
        sessions.publish(ended);
        return new Outcome.Done(account.get().status());
    }

    private Outcome change(Actor operator, UUID userId, Status wanted) {
        Optional<Account> account = accounts.byId(userId);
        if (account.isEmpty()) {
            return new Outcome.NoAccount();
        }
        if (account.get().isStaff()) {
            return new Outcome.IsStaff();
        }
        Status other = wanted == Status.ACTIVE ? Status.INACTIVE : Status.ACTIVE;
        if (account.get().status() != other && account.get().status() != wanted) {
            return new Outcome.NotInUse();
        }
        List<UUID> ended =
                database.inTransaction(() -> {
                    boolean changed = accounts.setStatus(userId, other, wanted);
                    audit.record(
                            operator,
                            "account.status",
                            userId.toString(),
                            changed ? other : wanted,
                            wanted);
                    return wanted == Status.INACTIVE
                            ? sessions.revokeAll(userId, null, Reason.WITHDRAWN)
                            : List.of();
                });
        sessions.publish(ended);
        return new Outcome.Done(wanted);
    }
}
