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
 * Locks an account and ends its sessions, or unlocks it; both may be repeated. What the owner has
 * bought stays. Accounts of staff are locked by administrators only, and nobody locks their own, so
 * that no operator can keep the others out.
 */
public final class LockAccount {

    /** The outcome of locking or unlocking. */
    sealed interface Outcome {

        /**
         * The account has the state that was asked for.
         *
         * @param changed false if it had it before
         * @param sessionsEnded how many sessions were ended
         */
        record Done(Status status, boolean changed, int sessionsEnded) implements Outcome {}

        record NoSuchAccount() implements Outcome {}

        /** The owner has closed it. */
        record Closed() implements Outcome {}

        /** It is the caller's own, or that of staff. */
        record NotYours() implements Outcome {}
    }

    private record Found(Status status, String role) {}

    private record Change(String status, String reason) {}

    private final Database database;
    private final Sessions sessions;
    private final AuditTrail audit;

    public LockAccount(Database database, Sessions sessions, AuditTrail audit) {
        this.database = database;
        this.sessions = sessions;
        this.audit = audit;
    }

    Outcome lock(Actor actor, UUID userId, String reason) {
        return run(actor, userId, reason, Status.INACTIVE);
    }

    Outcome unlock(Actor actor, UUID userId, String reason) {
        return run(actor, userId, reason, Status.ACTIVE);
    }

    private Outcome run(Actor actor, UUID userId, String reason, Status wanted) {
        record Result(Outcome outcome, List<UUID> ended) {}
        Result result =
                database.inTransaction(() -> {
                    Optional<Found> found = lockRow(userId);
                    if (found.isEmpty()) {
                        return new Result(new Outcome.NoSuchAccount(), List.of());
                    }
                    if (found.get().status() == Status.DELETED) {
                        return new Result(new Outcome.Closed(), List.of());
                    }
                    if (!mayChange(actor, userId, found.get())) {
                        return new Result(new Outcome.NotYours(), List.of());
                    }
                    boolean changes = isChange(found.get().status(), wanted);
                    if (changes) {
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
                            found.get().status(),
                            new Change(wanted.name(), reason));
                    return new Result(
                            new Outcome.Done(
                                    changes ? wanted : found.get().status(), changes, ended.size()),
                            ended);
                });
        sessions.publish(result.ended());
        return result.outcome();
    }

    /** Unlocking wakes no dormant account: its owner does, after an identity check. */
    private static boolean isChange(Status now, Status wanted) {
        return wanted == Status.INACTIVE ? now != Status.INACTIVE : now == Status.INACTIVE;
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
