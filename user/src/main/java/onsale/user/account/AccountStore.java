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
