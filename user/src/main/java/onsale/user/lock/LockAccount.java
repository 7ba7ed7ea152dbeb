package onsale.user.lock;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.access.Actor;
import onsale.platform.access.CurrentUser;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.Database;
import onsale.user.account.Account.Status;
import onsale.user.session.SessionStore.Reason;
import onsale.user.session.Sessions;

/**
 * Locks an account and ends its sessions, or unlocks it; both may be repeated. Or ends its sessions
 * and leaves it open. What the owner has bought stays. Accounts of staff are locked by
 * administrators only, and nobody locks their own, so that no operator can keep the others out.
 */
public final class LockAccount {

    /** The outcome of locking, unlocking or signing out. */
    sealed interface Outcome {

        /**
         * The account has the state that was asked for.
         *
         * @param changed false if it had it before
         * @param sessionsEnded how many sessions were ended
         */
        record Done(Status status, boolean changed, int sessionsEnded) implements Outcome {}

        record NoSuchAccount() implements Outcome {}

        /** The account is dormant or closed; an unlock is no identity check. */
        record NotInUse() implements Outcome {}

        /** It is the caller's own, or that of staff. */
        record NotYours() implements Outcome {}
    }

    private record Found(Status status, String role) {}

    private record Change(String status, String reason) {}

    private record Result(Outcome outcome, List<UUID> ended) {

        static Result refused(Outcome why) {
            return new Result(why, List.of());
        }
    }

    private final Database database;
    private final Sessions sessions;
    private final AuditTrail audit;

    public LockAccount(Database database, Sessions sessions, AuditTrail audit) {
        this.database = database;
        this.sessions = sessions;
        this.audit = audit;
    }

    Outcome lock(Actor actor, UUID userId, String reason) {
        return publish(
                database.inTransaction(() -> change(actor, userId, reason, Status.INACTIVE)));
    }

    Outcome unlock(Actor actor, UUID userId, String reason) {
        return publish(database.inTransaction(() -> change(actor, userId, reason, Status.ACTIVE)));
    }

    /** Ends all sessions of the account, which stays as it is. */
    Outcome signOut(Actor actor, UUID userId) {
        return publish(
                database.inTransaction(() -> {
                    Optional<Found> found = lockRow(userId);
                    if (found.isEmpty()) {
                        return Result.refused(new Outcome.NoSuchAccount());
                    }
                    List<UUID> ended = sessions.revokeAll(userId, null, Reason.WITHDRAWN);
                    audit.record(actor, "account.sign_out", userId.toString(), null, null);
                    return new Result(
                            new Outcome.Done(found.get().status(), false, ended.size()), ended);
                }));
    }

    private Outcome publish(Result result) {
        sessions.publish(result.ended());
        return result.outcome();
    }

    private Result change(Actor actor, UUID userId, String reason, Status wanted) {
        Optional<Found> found = lockRow(userId);
        if (found.isEmpty()) {
            return Result.refused(new Outcome.NoSuchAccount());
        }
        Status status = found.get().status();
        if (status != Status.ACTIVE && status != Status.INACTIVE) {
            return Result.refused(new Outcome.NotInUse());
        }
        if (!mayChange(actor, userId, found.get())) {
            return Result.refused(new Outcome.NotYours());
        }
        if (status != wanted) {
            set(userId, wanted);
        }
        List<UUID> ended =
                wanted == Status.INACTIVE
                        ? sessions.revokeAll(userId, null, Reason.WITHDRAWN)
                        : List.of();
        audit.record(
                actor,
                wanted == Status.INACTIVE ? "account.lock" : "account.unlock",
                userId.toString(),
                status,
                new Change(wanted.name(), reason));
        return new Result(new Outcome.Done(wanted, status != wanted, ended.size()), ended);
    }

    private static boolean mayChange(Actor actor, UUID userId, Found found) {
        return !actor.userId().equals(userId)
                && (actor.isAdministrator() || !CurrentUser.STAFF.contains(found.role()));
    }

    private Optional<Found> lockRow(UUID userId) {
        return database.sql()
                .sql("select status, role from users where id = ? and purged_at is null for update")
                .param(userId)
                .query(Found.class)
                .optional();
    }

    private void set(UUID userId, Status status) {
        database.sql()
                .sql("update users set status = ?, updated_at = now() where id = ?")
                .params(status.name(), userId)
                .update();
    }
}
