package onsale.user.email;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Redacted;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.account.PersonalData;
import onsale.user.account.PersonalData.Column;

/** The table {@code email_changes}, and the address of an account. */
final class EmailChangeStore {

    /** A change, with its addresses readable. */
    record Change(UUID id, UUID userId, String oldEmail, String newEmail, Instant createdAt) {
        @Override
        public String toString() {
            return Redacted.text(this, "oldEmail", "newEmail");
        }
    }

    private final Database database;
    private final PersonalData personal;

    EmailChangeStore(Database database, PersonalData personal) {
        this.database = database;
        this.personal = personal;
    }

    /** The address of an active account, whose row is locked. */
    Optional<String> lockEmail(UUID userId) {
        return database.sql()
                .sql("select email from users where id = :id and status = 'ACTIVE' for update")
                .param("id", userId)
                .query((row, n) -> personal.decrypt(Column.EMAIL, userId, row.getBytes("email")))
                .optional();
    }

    boolean isTaken(String email) {
        return database.sql()
                .sql("select exists (select from users where email_hash = :hash)")
                .param("hash", personal.emailHash(email))
                .query(Boolean.class)
                .single();
    }

    /** The change before, if it still waits, is replaced. */
    void insert(Change change, byte[] refusalHash, Instant refusableUntil) {
        UUID userId = change.userId();
        database.sql()
                .sql(
                        """
                        update email_changes set state = 'REPLACED'
                        where user_id = :user and state = 'PENDING'
                        """)
                .param("user", userId)
                .update();
        database.sql()
                .sql(
                        """
                        insert into email_changes (id, user_id, old_email, new_email,
                            new_email_hash, refusal_hash, created_at, refusable_until)
                        values (:id, :user, :old, :new, :newHash, :refusal, :created, :until)
                        """)
                .param("id", change.id())
                .param("user", userId)
                .param("old", personal.encrypt(Column.EMAIL, userId, change.oldEmail()))
                .param("new", personal.encrypt(Column.EMAIL, userId, change.newEmail()))
                .param("newHash", personal.emailHash(change.newEmail()))
                .param("refusal", refusalHash)
                .param("created", Times.param(change.createdAt()))
                .param("until", Times.param(refusableUntil))
                .update();
    }

    Optional<Change> lockPending(UUID userId, byte[] newEmailHash) {
        return database.sql()
                .sql(
                        """
                        select id, user_id, old_email, new_email, created_at from email_changes
                        where user_id = :user and new_email_hash = :hash and state = 'PENDING'
                        for update
                        """)
                .param("user", userId)
                .param("hash", newEmailHash)
                .query((row, n) -> change(row))
                .optional();
    }

    Optional<Change> lockRefusable(byte[] refusalHash, Instant now) {
        return database.sql()
                .sql(
                        """
                        select id, user_id, old_email, new_email, created_at from email_changes
                        where refusal_hash = :hash and state <> 'REFUSED' and refusable_until > :now
                        for update
                        """)
                .param("hash", refusalHash)
                .param("now", Times.param(now))
                .query((row, n) -> change(row))
                .optional();
    }

    void done(Change change) {
        database.sql()
                .sql("update email_changes set state = 'DONE' where id = :id")
                .param("id", change.id())
                .update();
    }

    /** This change and all after it: who made one is not believed about the next. */
    void refused(Change change) {
        database.sql()
                .sql(
                        """
                        update email_changes set state = 'REFUSED'
                        where user_id = :user and created_at >= :from
                        """)
                .param("user", change.userId())
                .param("from", Times.param(change.createdAt()))
                .update();
    }

    /**
     * Sets an address that its owner has confirmed; the unique index decides whether it is free.
     */
    void setEmail(UUID userId, String email, Instant now) {
        database.sql()
                .sql(
                        """
                        update users set email = :email, email_hash = :hash, email_verified_at = :now,
                               updated_at = now()
                        where id = :id and purged_at is null
                        """)
                .param("email", personal.encrypt(Column.EMAIL, userId, email))
                .param("hash", personal.emailHash(email))
                .param("now", Times.param(now))
                .param("id", userId)
                .update();
    }

    /** Nobody's password fits from now on, and a deletion that waits is undone. */
    void secure(UUID userId) {
        database.sql()
                .sql(
                        """
                        update users
                        set password_hash = null, deleted_at = null, purge_at = null,
                            status = case status when 'DELETED' then 'ACTIVE' else status end,
                            updated_at = now()
                        where id = :id and purged_at is null
                        """)
                .param("id", userId)
                .update();
    }

    int deleteOld(Instant before, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from email_changes where id in (
                            select id from email_changes where refusable_until < :before limit :max)
                        """)
                .param("before", Times.param(before))
                .param("max", rowsMax)
                .update();
    }

    private Change change(ResultSet row) throws SQLException {
        UUID userId = row.getObject("user_id", UUID.class);
        return new Change(
                row.getObject("id", UUID.class),
                userId,
                personal.decrypt(Column.EMAIL, userId, row.getBytes("old_email")),
                personal.decrypt(Column.EMAIL, userId, row.getBytes("new_email")),
                Times.read(row, "created_at"));
    }
}
