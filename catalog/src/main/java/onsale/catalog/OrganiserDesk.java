package onsale.catalog;

import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import onsale.platform.access.Actor;
import onsale.platform.audit.AuditTrail;
import onsale.platform.db.AfterCommit;
import onsale.platform.db.Database;
import onsale.platform.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The only way by which organisers reach events and venues: what another organiser owns does not
 * exist for them, and every change is recorded in its transaction. Administrators reach everything.
 */
public final class OrganiserDesk {

    /** What has an owner. */
    public enum Owned {
        EVENT("events", "event"),
        VENUE("venues", "venue");

        private final String table;
        private final String word;

        Owned(String table, String word) {
            this.table = table;
            this.word = word;
        }
    }

    /**
     * A change of what somebody owns.
     *
     * @param id of the event or venue; the row is locked
     * @param action such as {@code update}
     * @param missing what is told about an id that does not exist or is another organiser's
     */
    public record Change(Actor actor, Owned what, UUID id, String action, Problem missing) {}

    private final Database database;
    private final AuditTrail audit;
    private final Runnable changed;

    /**
     * @param changed told of every change when it has been committed
     */
    public OrganiserDesk(Database database, Runnable changed) {
        this.database = database;
        this.changed = changed;
        this.audit = new AuditTrail(database);
    }

    /** Throws the problem unless the actor may see the event or venue. */
    public void require(Actor actor, Owned what, UUID id, Problem missing) {
        if (!has(actor, what, id)) {
            throw missing.exception();
        }
    }

    /** Whether the actor may change the event or venue. */
    public boolean has(Actor actor, Owned what, UUID id) {
        return actor.isAdministrator() || isOwner(actor, what, id, "");
    }

    /** Creates what the actor owns from then on. */
    public <T> T create(Actor actor, Owned what, Supplier<T> work, Function<T, UUID> id) {
        return database.inTransaction(() -> {
            T made = work.get();
            UUID madeId = id.apply(made);
            database.sql()
                    .sql("update %s set owner_id = ? where id = ?".formatted(what.table))
                    .params(actor.userId(), madeId)
                    .update();
            audit.record(actor, what.word + ".create", madeId.toString(), null, made);
            AfterCommit.run(changed);
            return made;
        });
    }

    /**
     * Makes a change that a use case decides on; a problem that it throws undoes everything.
     *
     * @param before reads the present state; null if there is none
     */
    public <T extends @Nullable Object> T change(
            Change change, Supplier<? extends @Nullable Object> before, Supplier<T> work) {
        return database.inTransaction(() -> {
            Actor actor = change.actor;
            if (!actor.isAdministrator()
                    && !isOwner(actor, change.what, change.id, " for update")) {
                throw change.missing.exception();
            }
            @Nullable Object old = before.get();
            T result = work.get();
            audit.record(
                    actor,
                    change.what.word + "." + change.action,
                    change.id.toString(),
                    old,
                    result);
            AfterCommit.run(changed);
            return result;
        });
    }

    private boolean isOwner(Actor actor, Owned what, UUID id, String lock) {
        return database.sql()
                .sql(
                        "select true from %s where id = ? and owner_id = ? and deleted_at is null%s"
                                .formatted(what.table, lock))
                .params(id, actor.userId())
                .query(Boolean.class)
                .optional()
                .isPresent();
    }
}
