package onsale.user.account;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.account.Account.Status;
import onsale.user.account.PersonalData.Column;

/** The table {@code users}. */
public final class AccountStore {

    private final Database database;
    private final PersonalData personal;

    public AccountStore(Database database, PersonalData personal) {
        this.database = database;
        this.personal = personal;
    }

    /** Returns false if the e-mail or the person has an account; the unique indexes decide. */
    public boolean insert(NewAccount account) {
        UUID id = account.id();
        return database.sql()
                        .sql(
                                """
                                insert into users (id, email, email_hash, password_hash, name, phone,
                                                   phone_hash, ci, ci_hash, di, data_key, role)
                                values (:id, :email, :emailHash, :passwordHash, :name, :phone,
                                        :phoneHash, :ci, :ciHash, :di, :dataKey, :role)
                                on conflict do nothing
                                """)
                        .param("id", id)
                        .param("email", personal.encrypt(Column.EMAIL, id, account.email()))
                        .param("emailHash", personal.emailHash(account.email()))
                        .param("passwordHash", account.passwordHash())
                        .param("name", personal.encrypt(Column.NAME, id, account.name()))
                        .param("phone", personal.encrypt(Column.PHONE, id, account.phone()))
                        .param("phoneHash", personal.phoneHash(account.phone()))
                        .param("ci", personal.encrypt(Column.CI, id, account.ci()))
                        .param("ciHash", personal.ciHash(account.ci()))
                        .param("di", personal.encrypt(Column.DI, id, account.di()))
                        .param("dataKey", personal.keyId())
                        .param("role", account.role())
                        .update()
                == 1;
    }

    public Optional<Account> byEmail(String email) {
        return database.sql()
                .sql(
                        """
                        select id, ci_hash, password_hash, role, status from users
                        where email_hash = :hash and purged_at is null
                        """)
                .param("hash", personal.emailHash(email))
                .query(AccountStore::account)
                .optional();
    }

    /** The account of a person, whom the hash of the CI names. */
    public Optional<Account> byPerson(byte[] ciHash) {
        return database.sql()
                .sql(
                        """
                        select id, ci_hash, password_hash, role, status from users
                        where ci_hash = :hash and purged_at is null
                        """)
                .param("hash", ciHash)
                .query(AccountStore::account)
                .optional();
    }

    public Optional<Account> byId(UUID id) {
        return database.sql()
                .sql(
                        """
                        select id, ci_hash, password_hash, role, status from users
                        where id = :id and purged_at is null
                        """)
                .param("id", id)
                .query(AccountStore::account)
                .optional();
    }

    /** Whether the rules allow this password for the owner of the account. */
    public boolean allowsPassword(UUID id, String password) {
        return database.sql()
                .sql("select email, name from users where id = :id and purged_at is null")
                .param("id", id)
                .query((row, n) ->
                        PasswordRules.allows(
                                password,
                                personal.decrypt(Column.EMAIL, id, row.getBytes("email")),
                                personal.decrypt(Column.NAME, id, row.getBytes("name"))))
                .optional()
                .orElseGet(() -> PasswordRules.allows(password, "", ""));
    }

    public void setPassword(UUID id, String passwordHash) {
        database.sql()
                .sql("update users set password_hash = :hash, updated_at = now() where id = :id")
                .param("hash", passwordHash)
                .param("id", id)
                .update();
    }

    /** Makes a dormant account active again. */
    public void wake(UUID id, Instant now) {
        database.sql()
                .sql(
                        """
                        update users set status = 'ACTIVE', last_login_at = :now,
                               dormancy_notice_at = null, updated_at = now()
                        where id = :id and status = 'DORMANT'
                        """)
                .param("now", Times.param(now))
                .param("id", id)
                .update();
    }

    /** Closes an active account; false if it is none. */
    public boolean close(UUID id, Instant now, Instant purgeAt) {
        return database.sql()
                        .sql(
                                """
                                update users set status = 'DELETED', deleted_at = :now,
                                       purge_at = :purgeAt, updated_at = now()
                                where id = :id and status = 'ACTIVE'
                                """)
                        .param("now", Times.param(now))
                        .param("purgeAt", Times.param(purgeAt))
                        .param("id", id)
                        .update()
                == 1;
    }

    /** When the personal data of a closed account goes; empty if it is gone. */
    public Optional<Instant> purgeAt(UUID id) {
        return database.sql()
                .sql("select purge_at from users where id = :id and purged_at is null")
                .param("id", id)
                .query((row, n) -> Times.read(row, "purge_at"))
                .optional();
    }

    /** Opens a closed account again; false if its personal data is gone. */
    public boolean reopen(UUID id, Instant now) {
        return database.sql()
                        .sql(
                                """
                                update users set status = 'ACTIVE', deleted_at = null,
                                       purge_at = null, last_login_at = :now, updated_at = now()
                                where id = :id and status = 'DELETED' and purged_at is null
                                """)
                        .param("now", Times.param(now))
                        .param("id", id)
                        .update()
                == 1;
    }

    /** For accounts that are made with an address nobody has to prove. */
    public void setEmailVerified(UUID id) {
        database.sql()
                .sql("update users set email_verified_at = now() where id = :id")
                .param("id", id)
                .update();
    }

    public boolean personExists(String ci) {
        return database.sql()
                .sql("select exists (select from users where ci_hash = :hash)")
                .param("hash", personal.ciHash(ci))
                .query(Boolean.class)
                .single();
    }

    public boolean isEmpty() {
        return database.sql()
                .sql("select not exists (select from users)")
                .query(Boolean.class)
                .single();
    }

    /** Returns false if no account has that e-mail. */
    public boolean setRole(String email, String role) {
        return database.sql()
                        .sql(
                                """
                                update users set role = :role, updated_at = now()
                                where email_hash = :hash and purged_at is null
                                """)
                        .param("role", role)
                        .param("hash", personal.emailHash(email))
                        .update()
                == 1;
    }

    public boolean hasAdministrator() {
        return database.sql()
                .sql(
                        """
                        select exists (select from users where role = 'ADMIN' and status = 'ACTIVE')
                        """)
                .query(Boolean.class)
                .single();
    }

    /** Returns false if the account has another status than the one to change. */
    public boolean setStatus(UUID id, Status from, Status to) {
        return database.sql()
                        .sql(
                                """
                                update users set status = :to, updated_at = now()
                                where id = :id and status = :from and purged_at is null
                                """)
                        .param("to", to.name())
                        .param("from", from.name())
                        .param("id", id)
                        .update()
                == 1;
    }

    /** Changes the status of these people's accounts; returns the ids of the changed accounts. */
    public List<UUID> changeStatus(List<String> cis, Status from, Status to) {
        return database.sql()
                .sql(
                        """
                        update users set status = :to, updated_at = now()
                        where ci_hash in (:hashes) and status = :from returning id
                        """)
                .param("to", to.name())
                .param("from", from.name())
                .param("hashes", cis.stream().map(personal::ciHash).toList())
                .query(UUID.class)
                .list();
    }

    private static Account account(ResultSet row, int n) throws SQLException {
        return new Account(
                row.getObject("id", UUID.class),
                row.getBytes("ci_hash"),
                row.getString("password_hash"),
                row.getString("role"),
                Status.valueOf(row.getString("status")));
    }
}
