package onsale.user;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.Ids;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.Account.Profile;
import onsale.user.Account.Status;
import onsale.user.PersonalData.Column;
import org.jspecify.annotations.Nullable;

/** The tables {@code users} and {@code terms_agreements}. */
final class UserStore {

    /** A new account, before it is encrypted. */
    record NewUser(
            UUID id,
            String email,
            String passwordHash,
            String name,
            String phone,
            String ci,
            String di,
            String role) {
        @Override
        public String toString() {
            return "NewUser " + id; // never in a log
        }
    }

    private final Database database;
    private final PersonalData personal;
    private final Ids ids;

    UserStore(Database database, PersonalData personal, Ids ids) {
        this.database = database;
        this.personal = personal;
        this.ids = ids;
    }

    /** False if the e-mail or the person has an account; the unique indexes decide. */
    boolean insert(NewUser user) {
        return database.sql()
                        .sql(
                                """
                                insert into users (id, email, email_hash, password_hash, name, phone,
                                                   ci, ci_hash, di, data_key, role)
                                values (:id, :email, :emailHash, :passwordHash, :name, :phone,
                                        :ci, :ciHash, :di, :dataKey, :role)
                                on conflict do nothing
                                """)
                        .param("id", user.id())
                        .param("email", encrypted(Column.EMAIL, user.id(), user.email()))
                        .param("emailHash", personal.emailHash(user.email()))
                        .param("passwordHash", user.passwordHash())
                        .param("name", encrypted(Column.NAME, user.id(), user.name()))
                        .param("phone", encrypted(Column.PHONE, user.id(), user.phone()))
                        .param("ci", encrypted(Column.CI, user.id(), user.ci()))
                        .param("ciHash", personal.ciHash(user.ci()))
                        .param("di", encrypted(Column.DI, user.id(), user.di()))
                        .param("dataKey", personal.keyId())
                        .param("role", user.role())
                        .update()
                == 1;
    }

    void agree(UUID userId, List<Terms.Agreement> agreements) {
        for (Terms.Agreement one : agreements) {
            database.sql()
                    .sql(
                            """
                            insert into terms_agreements (id, user_id, terms_type, terms_version, agreed)
                            values (:id, :userId, :type, :version, :agreed)
                            """)
                    .param("id", ids.next())
                    .param("userId", userId)
                    .param("type", one.type().name())
                    .param("version", one.version())
                    .param("agreed", one.agreed())
                    .update();
        }
    }

    Optional<Account> byEmail(String email) {
        return database.sql()
                .sql(
                        """
                        select id, ci_hash, password_hash, role, status from users
                        where email_hash = :hash and purged_at is null
                        """)
                .param("hash", personal.emailHash(email))
                .query(UserStore::account)
                .optional();
    }

    Optional<Account> byId(UUID id) {
        return database.sql()
                .sql(
                        """
                        select id, ci_hash, password_hash, role, status from users
                        where id = :id and purged_at is null
                        """)
                .param("id", id)
                .query(UserStore::account)
                .optional();
    }

    boolean personExists(String ci) {
        return database.sql()
                .sql("select exists (select from users where ci_hash = :hash)")
                .param("hash", personal.ciHash(ci))
                .query(Boolean.class)
                .single();
    }

    boolean isEmpty() {
        return database.sql()
                .sql("select not exists (select from users)")
                .query(Boolean.class)
                .single();
    }

    Optional<Profile> profile(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select id, email, name, phone, role, created_at from users
                        where id = :id and status = 'ACTIVE'
                        """)
                .param("id", userId)
                .query((row, n) ->
                        new Profile(
                                userId,
                                decrypted(Column.EMAIL, userId, row.getBytes("email")),
                                decrypted(Column.NAME, userId, row.getBytes("name")),
                                decrypted(Column.PHONE, userId, row.getBytes("phone")),
                                row.getString("role"),
                                Times.read(row, "created_at")))
                .optional();
    }

    private record Encrypted(
            UUID id, byte[] email, byte[] name, byte[] phone, byte[] ci, byte @Nullable [] di) {}

    /** Moves some rows to the newest key; how many. */
    int reencrypt(int rowsMax) {
        return database.inTransaction(() -> {
            List<Encrypted> old =
                    database.sql()
                            .sql(
                                    """
                                    select id, email, name, phone, ci, di from users
                                    where (data_key < :key or data_key > :key) and purged_at is null
                                    limit :max for update skip locked
                                    """)
                            .param("key", personal.keyId())
                            .param("max", rowsMax)
                            .query((row, n) ->
                                    new Encrypted(
                                            row.getObject("id", UUID.class),
                                            row.getBytes("email"),
                                            row.getBytes("name"),
                                            row.getBytes("phone"),
                                            row.getBytes("ci"),
                                            row.getBytes("di")))
                            .list();
            old.forEach(this::reencrypt);
            return old.size();
        });
    }

    private void reencrypt(Encrypted old) {
        database.sql()
                .sql(
                        """
                        update users set email = :email, name = :name, phone = :phone,
                               ci = :ci, di = :di, data_key = :key, updated_at = now()
                        where id = :id
                        """)
                .param("email", again(Column.EMAIL, old.id(), old.email()))
                .param("name", again(Column.NAME, old.id(), old.name()))
                .param("phone", again(Column.PHONE, old.id(), old.phone()))
                .param("ci", again(Column.CI, old.id(), old.ci()))
                .param("di", old.di() == null ? null : again(Column.DI, old.id(), old.di()))
                .param("key", personal.keyId())
                .param("id", old.id())
                .update();
    }

    private byte[] again(Column column, UUID id, byte[] cipher) {
        return encrypted(column, id, decrypted(column, id, cipher));
    }

    private byte[] encrypted(Column column, UUID id, String plain) {
        return personal.encrypt(column, id, plain);
    }

    private String decrypted(Column column, UUID id, byte[] cipher) {
        return personal.decrypt(column, id, cipher);
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
